import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SecretEntity } from './secret.entity';
import { SecretsController } from './secrets.controller';
import { SecretsService } from './secrets.service';

/** Secrets, sealed. */
@Module({
  imports: [TypeOrmModule.forFeature([SecretEntity])],
  controllers: [SecretsController],
  providers: [SecretsService],
  exports: [SecretsService],
})
export class SecretsModule {}
