import { Module } from '@nestjs/common';
import { ProbeCalls } from './detect/probe-calls';
import { ModelProbe } from './model-probe';
import { ModelSettings } from './model-settings';
import { ProviderFetch } from './provider-fetch';

/** The way to model providers, and the one that the server's settings name. */
@Module({
  providers: [
    ModelSettings,
    ProviderFetch,
    {
      provide: ModelProbe,
      useFactory: ({ fetch }: ProviderFetch) => new ProbeCalls(fetch),
      inject: [ProviderFetch],
    },
  ],
  exports: [ModelProbe, ModelSettings, ProviderFetch],
})
export class ModelAdaptersModule {}
