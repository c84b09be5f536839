export { isStartupError, startupError } from '@minefall/shared/node'
