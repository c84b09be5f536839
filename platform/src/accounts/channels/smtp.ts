import { createTransport } from 'nodemailer'
import type { Channel } from './channels.ts'

/** How long a mail server may take for each step, in milliseconds: less than players wait for an answer. */
const stepMs = 6_000

/** Sends email over SMTP. `url` is `smtp://user:password@host:port`, or `smtps://` for TLS from the start. */
export const smtpChannel = ({ url, from }: { url: string; from: string }): Channel & { close(): void } => {
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
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}
