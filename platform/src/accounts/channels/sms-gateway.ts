import type { Channel } from './channels.ts'

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

/** Sends SMS by an HTTP gateway: any answer of 200 to 299 means that it took the message. */
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
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
    },
  }
}
