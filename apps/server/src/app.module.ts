import { Module, type DynamicModule } from '@nestjs/common';
import { PlatformModule, type Foundation } from './platform/platform.module';

/** The composition root: the platform, then one line for each feature. */
@Module({})
export class AppModule {
  static register(foundation: Foundation): DynamicModule {
    return {
      module: AppModule,
      imports: [PlatformModule.register(foundation)],
    };
  }
}
