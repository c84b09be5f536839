import { bodyCode } from '@minefall/shared/contracts'
import { deskCalls } from '@minefall/shared/contracts/desk'
import { sendPicture, takeImageForms } from '../../files/index.ts'
import { type App, accepted, type Refusal, readCursor, refusal, writeCursor } from '../../http/index.ts'
import { countPicture, readConversation, readPage, readPicture, uploadPicture } from '../../support/index.ts'
import { changeCannedAnswer, listCannedAnswers } from '../conversations/canned-answers.ts'
import { assign, close, markRead, reply } from '../conversations/handle.ts'
import { inboxPlaceSchema, readInbox } from '../conversations/inbox.ts'
import { viewConversation } from '../conversations/view.ts'
import { closeReport } from '../reports/close-report.ts'
import { readReport, readReports, reportPlaceSchema } from '../reports/read-reports.ts'
import type { World } from '../world.ts'
import { byOf, deskServer, staffWho } from './gate.ts'

/** A separate scope: only here forms are read, and a body that is too large is a picture. */
const uploadRoute = async (app: App, { world }: { world: World }) => {
  const serve = deskServer(app, world)
  takeImageForms(app, {
    clock: world.clock,
    senderOf: async (request) => {
      const { id } = await staffWho(world, request, deskCalls.uploadPicture.may)
      return { line: id, of: 'staff', count: () => countPicture(world, { id, guestAddress: null }) }
    },
  })

  serve(
    deskCalls.uploadPicture,
    {
      summary:
        'Upload a picture to send to a player: JPG, PNG or GIF, at most 5 MB, in the form field `image`',
    },
    async ({ me, params: { playerId }, body }) => {
      const { count } = await world.db.query('select from player where id = $1', [playerId])
      if (count === 0) return refusal(bodyCode.notFound)
      return uploadPicture(world, { playerId, staffId: me.id, file: body.image })
    },
  )
}

/** Conversations with players: the inbox, what is done in each, answers that are ready, and what players reported. */
export const conversationRoutes = async (app: App, { world }: { world: World }) => {
  const { db, bus } = world
  const serve = deskServer(app, world)
  /** The conversation as it is after what was done. */
  const view = async (playerId: string, result: null | Refusal = null) => {
    accepted(result)
    return accepted((await viewConversation(db, playerId)) ?? refusal(bodyCode.notFound))
  }

  serve(
    deskCalls.conversations,
    { summary: 'Open conversations, those that wait for an answer first; or closed ones, the newest first' },
    async ({ me, query: { cursor, ...asked } }) => {
      const from = readCursor(inboxPlaceSchema, cursor)
      const { conversations, next } = await readInbox(db, me, { ...asked, from })
      return { items: conversations, next: next && writeCursor(next) }
    },
  )

  serve(
    deskCalls.conversation,
    { summary: 'A conversation with its latest messages, or with those before one' },
    async ({ params: { playerId }, query: { before = null } }) => ({
      ...(await view(playerId)),
      ...(await readPage(db, playerId, before)),
    }),
  )

  serve(
    deskCalls.reply,
    { summary: 'Write to a player; the same id again is the same message' },
    ({ params, body, ...taken }) => reply(world, { ...params, ...byOf(taken) }, body),
  )

  serve(
    deskCalls.assignConversation,
    { summary: 'Give an open conversation to someone, or to no one; 1409 when it is another’s by now' },
    async ({ params, body, ...taken }) =>
      view(params.playerId, await assign(world, { ...params, ...byOf(taken) }, body)),
  )

  serve(
    deskCalls.closeConversation,
    { summary: 'Close a conversation; 1409 when something was written that was not read' },
    async ({ params, body, ...taken }) =>
      view(params.playerId, await close(world, { ...params, ...byOf(taken) }, body)),
  )

  serve(
    deskCalls.readConversation,
    { summary: 'Say how far staff have read' },
    async ({ params, body, ...taken }) =>
      view(params.playerId, await markRead(world, { ...params, ...byOf(taken) }, body)),
  )

  serve(
    deskCalls.typing,
    { summary: 'Say that one types; the player sees it for 4 s' },
    async ({ params: { playerId } }) => {
      if (!(await readConversation(db, playerId))) return refusal(bodyCode.notFound)
      bus.publish('chat.typing', playerId, { by: 'staff' })
      return null
    },
  )

  await app.register(uploadRoute, { world })

  serve(deskCalls.picture, { summary: 'A picture of a conversation' }, async ({ params, reply }) => {
    const picture = await readPicture(db, params.id)
    return sendPicture(reply, accepted(picture ?? refusal(bodyCode.notFound)), 'private, no-store')
  })

  serve(deskCalls.cannedAnswers, { summary: 'Answers that are ready to be sent, in every language' }, () =>
    listCannedAnswers(db),
  )

  serve(
    deskCalls.changeCannedAnswer,
    { summary: 'Change a canned answer as a whole; 1409 when it is another by now' },
    ({ params, body, ...taken }) => changeCannedAnswer(world, { ...params, ...body }, byOf(taken)),
  )

  serve(
    deskCalls.reports,
    { summary: 'Reported problems: open ones, the oldest first, or closed ones, the newest first' },
    async ({ query: { cursor, ...asked } }) => {
      const from = readCursor(reportPlaceSchema, cursor)
      const { reports, next } = await readReports(db, { ...asked, from })
      return { items: reports, next: next && writeCursor(next) }
    },
  )

  serve(
    deskCalls.report,
    { summary: 'A reported problem with its page, connection, browser and release' },
    ({ params }) => readReport(db, params.id),
  )

  serve(
    deskCalls.closeReport,
    { summary: 'Close a report with the outcome; 1409 when someone else did' },
    ({ params, body, ...taken }) => closeReport(world, { ...params, ...body }, byOf(taken)),
  )
}
