import { Module } from '@nestjs/common';
import { RateLimits } from '../../platform/rate-limit/rate-limits';
import { ProbeCalls } from './detect/probe-calls';
import { ModelProbe } from './model-probe';
import { ModelSettings } from './model-settings';
import { ProviderFetch } from './provider-fetch';
import { createModelPorts, ModelPorts } from './runtime/model-ports';
import { SharedAllowance } from './runtime/shared-allowance';
import { SettingsDirectory } from './settings-directory';

/** Which models there are, and how they are reached. */
@Module({
  providers: [
    ModelSettings,
    ProviderFetch,
    SettingsDirectory,
    {
      provide: ModelProbe,
      useFactory: ({ fetch }: ProviderFetch) => new ProbeCalls(fetch),
      inject: [ProviderFetch],
    },
    {
      provide: ModelPorts,
      useFactory: (directory: SettingsDirectory, { fetch }: ProviderFetch, rates: RateLimits) =>
        createModelPorts({ directory, fetch, allowance: new SharedAllowance(rates) }),
      inject: [SettingsDirectory, ProviderFetch, RateLimits],
    },
  ],
  exports: [ModelPorts, ModelProbe, ModelSettings, ProviderFetch],
})
export class ModelsModule {}
