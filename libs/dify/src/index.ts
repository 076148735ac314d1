export { difyErrors } from './errors';
export { EXCHANGE_CODES, type ExchangeCode } from './exchange-issue';
export type { DifyDsl } from './dsl/dify-dsl';
export { isDifyDsl, parseDifyDsl, readDifyDsl } from './dsl/read-dsl';
export { importDify, KNOWN_DSL_VERSION, type ImportedFlow, type ImportOptions } from './import/import-dify';
export { exportDify, type ExportedFlow, type NamedFlow } from './export/export-dify';
export { MAX_DEPTH, plainData } from './plain-data';
export { MAX_YAML_LENGTH, parseYaml, writeYaml } from './yaml-text';
export {
  isNativeFlow,
  NATIVE_FORMAT,
  readNativeFlow,
  writeNativeFlow,
  type NativeFlow,
} from './native/native-flow';
