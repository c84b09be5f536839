import type { z } from 'zod'
import type { BusUser } from '../contracts/bus/index.ts'
import type { Bus } from './bus.ts'
import { inProcessBus } from './in-process-bus.ts'
import type { Logger } from './log.ts'
import { natsBus } from './nats-bus.ts'
import { natsUrl } from './nats-connection.ts'
import { text } from './settings.ts'
import type { Tracer } from './traces.ts'

/** Which bus a process is on: to be spread into its settings. */
export const busVariables = {
  // Several processes
  /** NATS servers, separated by commas: `nats://user:password@host:4222`. Without it, a process can't reach others. */
  NATS_URL: natsUrl().optional(),
  /** The token for the NATS servers, instead of a user in `NATS_URL`. */
  NATS_TOKEN: text().optional(),
}
export type BusSettings = { [N in keyof typeof busVariables]?: z.output<(typeof busVariables)[N]> }

/** NATS where NATS_URL is set, or else a bus that reaches no one outside of this process. `name` is the node's. */
export const openBus = async (
  settings: BusSettings & { name: string; user?: BusUser; log: Logger; tracer?: Tracer | undefined },
): Promise<Bus> => {
  const { NATS_URL: url, NATS_TOKEN: token, name, user, log, tracer } = settings
  if (url === undefined) return inProcessBus({ log, tracer })
  return natsBus({ url, name, user, log, tracer, ...(token === undefined ? {} : { token }) })
}
