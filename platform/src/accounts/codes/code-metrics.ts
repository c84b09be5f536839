import type { Contact } from '@minefall/shared/contracts/rest'
import { Counter, type Registry } from 'prom-client'

export type CodeMetrics = {
  /** A code was handed to its channel, or could not be. */
  delivered(kind: Contact['kind'], sent: boolean): void
}

export const codeMetrics = (registry: Registry): CodeMetrics => {
  const codes = new Counter({
    name: 'minefall_codes_total',
    help: 'One-time codes by channel: handed over to it, or failed; also where no channel is set.',
    labelNames: ['channel', 'result'],
    registers: [registry],
  })
  return { delivered: (channel, sent) => codes.inc({ channel, result: sent ? 'sent' : 'failed' }) }
}
