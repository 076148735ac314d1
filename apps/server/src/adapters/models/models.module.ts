import { Module } from '@nestjs/common';
import { ModelSettings } from './model-settings';

/** Which models there are. */
@Module({ providers: [ModelSettings], exports: [ModelSettings] })
export class ModelsModule {}
