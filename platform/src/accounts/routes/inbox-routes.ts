import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { escapeHtml } from '../../http/index.ts'
import type { Inbox, InboxMessage } from '../channels/channels.ts'

const item = ({ at, channel, to, subject, text }: InboxMessage) =>
  `<li><p>${new Date(at).toISOString()} · ${channel} · ${escapeHtml(to)}</p><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(text)}</p></li>`

const page = (messages: readonly InboxMessage[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5">
<title>Inbox</title>
<h1>What would have been sent</h1>
<p>No channel is set for these. This page is not there in production.</p>
<ul>${messages.map(item).join('')}</ul>
</html>
`

/** `GET /dev/inbox`: a page for people, JSON for programs that ask for it. Registered outside production alone. */
export const inboxRoutes: FastifyPluginAsyncZod<Pick<Inbox, 'messages'>> = async (
  app,
  { messages: read },
) => {
  app.get('/dev/inbox', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const messages = await read()
    if (request.headers.accept?.includes('application/json')) return messages
    return reply.type('text/html; charset=utf-8').send(page(messages))
  })
}
