import { startupError, tryListening } from '@minefall/shared/node'
import type { BffSettings } from './config.ts'

type Where = Pick<BffSettings, 'HOST' | 'PORT'>

/** A start-up error for a listen error the operator can fix; otherwise the error itself. */
export const listenProblem = (error: unknown, { HOST, PORT }: Where): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return startupError(`Port ${PORT} is taken by another program; set PORT to a free one.`, error)
  if (code === 'EACCES')
    return startupError(`Port ${PORT} may not be used by this user; set PORT to one above 1023.`, error)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return startupError(`HOST is "${HOST}", which is no address of this machine.`, error)
  }
  return error
}

/** Rejects with a start-up error when the edge could not listen; nothing is started or stored before. */
export const refuseTakenPort = async (where: Where): Promise<void> => {
  await tryListening(where.HOST, where.PORT).catch((error: unknown) => {
    throw listenProblem(error, where)
  })
}
