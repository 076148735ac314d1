import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BlobStore } from '../../platform/storage/blob-store';
import { FileEntity } from './file.entity';
import { FilesController } from './files.controller';
import { FilesService } from './files.service';

/** Files: bytes on disk, everything else in the database. */
@Module({
  imports: [TypeOrmModule.forFeature([FileEntity])],
  controllers: [FilesController],
  providers: [FilesService, BlobStore],
  exports: [FilesService],
})
export class FilesModule {}
