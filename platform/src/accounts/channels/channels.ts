import type { Clock, Logger } from '@minefall/shared/node'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { lifetimes } from '../settings.ts'

/** The error of a message that was surely not taken. After any other it may have been sent. */
class NotTaken extends Error {}

export type Delivery = 'sent' | 'refused' | 'unknown'

/** Hands a message over. What fails leaves a log entry that holds nothing of it. */
export const deliver = async (
  { channel, log }: { channel: Channel; log: Logger },
  message: Message,
): Promise<Delivery> => {
  try {
    await channel.send(message)
    return 'sent'
  } catch (error) {
    log.error({ err: error, alarm: 'delivery' }, 'a message could not be sent')
    return error instanceof NotTaken ? 'refused' : 'unknown'
  }
}

/** How long a mail server may take for each step, in milliseconds: less than players wait for an answer. */
const stepMs = 6_000

const refusalSchema = z
  .object({
    code: z.string().optional(),
    responseCode: z.number().optional(),
    command: z.string().optional(),
  })
  .catch({})

const dialSchema = z.object({ syscall: z.enum(['connect', 'getaddrinfo']) })

/**
 * What a log may hold of a failure: mail servers repeat the address in what they answer, and nodemailer in its message.
 * A message that was refused, or for which there was no connection, was surely not taken.
 */
const withoutAddress = (error: unknown): Error => {
  const { responseCode = 0, ...told } = refusalSchema.parse(error)
  const isRefused = responseCode >= 400 || dialSchema.safeParse(error).success
  const made = new (isRefused ? NotTaken : Error)('the mail server did not take it')
  return Object.assign(made, told, responseCode > 0 && { responseCode })
}

/**
 * Sends email over SMTP. `url` is `smtp://user:password@host:port`, or `smtps://` for TLS from the start. A message that
 * no one waits for is given up where it waits longer than a code is good for, since the mail server answers nothing.
 */
export const smtpChannel = async ({
  url,
  from,
  longestMs = lifetimes.code,
}: {
  url: string
  from: string
  longestMs?: number
}): Promise<Channel & { close(): void }> => {
  // A start without a mail server does without these files too.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    // Nothing that a player typed may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, withinMs = longestMs }) {
      try {
        const signal = AbortSignal.timeout(withinMs)
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text, signal })
      } catch (error) {
        throw withoutAddress(error)
      }
    },
    close: () => transport.close(),
  }
}

export type SmsGatewayOptions = {
  /** Where the gateway takes messages by POST. */
  url: string
  /** The JSON body; `{to}` (E.164) and `{text}` inside its texts are filled in. */
  template: string
  /** The `authorization` header, if the gateway wants one. */
  authorization?: string | undefined
  /** How long it may take, in milliseconds. */
  timeoutMs?: number
}

/** Fills in the parsed template, so that no message can change the shape of the JSON around it. */
const fillIn = (part: unknown, values: Readonly<Record<string, string>>): unknown => {
  if (typeof part === 'string') return part.replace(/\{(to|text)\}/g, (place, key) => values[key] ?? place)
  if (Array.isArray(part)) return part.map((one) => fillIn(one, values))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, fillIn(value, values)]))
}

/** How `fetch` fails before it has sent anything: no one answers at that address. */
const unconnected = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']

const isUnconnected = (error: unknown): boolean =>
  error instanceof Error && unconnected.includes(String(Object(error.cause).code))

/** Sends SMS by an HTTP gateway: an answer of 200 to 299 means that it took the message, any other that it did not. */
export const smsGatewayChannel = ({
  url,
  template,
  authorization,
  timeoutMs = 6_000,
}: SmsGatewayOptions): Channel => {
  const parsed: unknown = JSON.parse(template)
  return {
    async send({ to, text }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: JSON.stringify(fillIn(parsed, { to, text })),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw isUnconnected(error) ? new NotTaken('the SMS gateway is not there', { cause: error }) : error
      })
      await response.arrayBuffer()
      if (!response.ok) throw new NotTaken(`the SMS gateway answered ${response.status}`)
    },
  }
}

export type InboxMessage = Message & { at: number; channel: 'email' | 'phone' }

/**
 * What would have been sent, while no channel is set: read at `/dev/inbox`, never in production. It is kept in the
 * database, as anyone who reads it may be answered by another node than the one that wrote.
 */
export type Inbox = {
  channel(kind: InboxMessage['channel']): Channel
  /** The newest first. */
  messages(): Promise<readonly InboxMessage[]>
}

/** Messages kept; older ones are forgotten. */
const kept = 200

const rowSchema = z
  .object({
    at: z.date(),
    channel: z.enum(['email', 'phone']),
    recipient: z.string(),
    subject: z.string(),
    body: z.string(),
  })
  .transform(({ at, channel, recipient, subject, body }) => ({
    at: at.getTime(),
    channel,
    to: recipient,
    subject,
    text: body,
  }))

export const createInbox = ({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): Inbox => ({
  channel: (kind) => ({
    async send({ to, subject, text }) {
      await db.query(
        'insert into caught_message (at, channel, recipient, subject, body) values ($1, $2, $3, $4, $5)',
        [new Date(clock.now()), kind, to, subject, text],
      )
      await db.query(
        `delete from caught_message where id <= (select id from caught_message order by id desc offset ${kept} limit 1)`,
      )
      log.info({ channel: kind }, 'no channel is set: a message waits at /dev/inbox')
    },
  }),
  async messages() {
    const { rows } = await db.query(
      `select at, channel, recipient, subject, body from caught_message order by id desc limit ${kept}`,
    )
    return rowSchema.array().parse(rows)
  },
})

/** A message to one person: an email, or an SMS, which has no subject. */
export type Message = {
  to: string
  subject: string
  text: string
  /** How long someone waits for it to be taken, in milliseconds. */
  withinMs?: number | undefined
}

/** A way to reach people. Rejects when the message could not be handed over. */
export type Channel = { send(message: Message): Promise<void> }

/** By kind of contact; null where nothing can be sent. */
export type Channels = { email: Channel | null; phone: Channel | null }
