export {
  type PlatformSettings,
  platformVariables,
  readPlatformSettings,
} from './config.ts'
export { edgeKeyHeader } from './http/index.ts'
export { type Platform, type PlatformOptions, startPlatform } from './start.ts'
