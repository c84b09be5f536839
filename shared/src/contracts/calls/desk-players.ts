import { z } from 'zod'
import type { Call } from '../call.ts'
import {
  cannedAnswerBodySchema,
  cannedAnswerSchema,
  deskAssignBodySchema,
  deskConversationDetailSchema,
  deskConversationQuerySchema,
  deskConversationSchema,
  deskConversationsPageSchema,
  deskConversationsQuerySchema,
  deskReadBodySchema,
  deskReplyBodySchema,
} from '../desk/conversations.ts'
import {
  deskBlockBodySchema,
  deskBlockSchema,
  deskFoundSchema,
  deskNoteBodySchema,
  deskNoteSchema,
  deskNotesPageSchema,
  deskNotesQuerySchema,
  deskPlayerDetailSchema,
  deskRemoveNameBodySchema,
  deskRemovePictureBodySchema,
  deskSearchQuerySchema,
  deskSessionsSchema,
  deskSignedOutSchema,
  deskSignOutBodySchema,
  deskUnblockBodySchema,
} from '../desk/players.ts'
import {
  deskCloseReportBodySchema,
  deskReportDetailSchema,
  deskReportsPageSchema,
  deskReportsQuerySchema,
} from '../desk/reports.ts'
import { chatMessageSchema } from '../live/chat.ts'
import { historyPageSchema, historyQuerySchema } from '../rest/history.ts'
import { ordersPageSchema, ordersQuerySchema } from '../rest/orders.ts'
import { supportPictureSchema } from '../rest/support.ts'
import { statementPageSchema, statementQuerySchema } from '../rest/wallet.ts'

const params = z.object({ id: z.uuid() })
const ofPlayer = z.object({ playerId: z.uuid() })

export const search = {
  method: 'GET',
  path: '/api/desk/search',
  may: 'players.read',
  query: deskSearchQuerySchema,
  answer: deskFoundSchema,
} as const satisfies Call

export const player = {
  method: 'GET',
  path: '/api/desk/players/:id',
  may: 'players.read',
  params,
  answer: deskPlayerDetailSchema,
} as const satisfies Call

export const playerStatement = {
  method: 'GET',
  path: '/api/desk/players/:id/statement',
  may: 'players.read',
  params,
  query: statementQuerySchema,
  answer: statementPageSchema,
} as const satisfies Call

export const playerStatementFile = {
  method: 'GET',
  path: '/api/desk/players/:id/statement.csv',
  may: 'players.read',
  params,
  answer: 'file',
} as const satisfies Call

export const playerOrders = {
  method: 'GET',
  path: '/api/desk/players/:id/orders',
  may: 'players.read',
  params,
  query: ordersQuerySchema,
  answer: ordersPageSchema,
} as const satisfies Call

export const playerMatches = {
  method: 'GET',
  path: '/api/desk/players/:id/matches',
  may: 'players.read',
  params,
  query: historyQuerySchema,
  answer: historyPageSchema,
} as const satisfies Call

export const playerSessions = {
  method: 'GET',
  path: '/api/desk/players/:id/sessions',
  may: 'players.sessions',
  params,
  answer: deskSessionsSchema,
} as const satisfies Call

export const notes = {
  method: 'GET',
  path: '/api/desk/players/:id/notes',
  may: 'players.read',
  params,
  query: deskNotesQuerySchema,
  answer: deskNotesPageSchema,
} as const satisfies Call

export const addNote = {
  method: 'POST',
  path: '/api/desk/players/:id/notes',
  may: 'players.act',
  params,
  body: deskNoteBodySchema,
  answer: deskNoteSchema,
} as const satisfies Call

export const blockPlayer = {
  method: 'POST',
  path: '/api/desk/players/:id/block',
  may: 'players.act',
  params,
  body: deskBlockBodySchema,
  answer: deskBlockSchema,
} as const satisfies Call

export const unblockPlayer = {
  method: 'POST',
  path: '/api/desk/players/:id/unblock',
  may: 'players.act',
  params,
  body: deskUnblockBodySchema,
  answer: z.null(),
} as const satisfies Call

export const removeName = {
  method: 'POST',
  path: '/api/desk/players/:id/remove-name',
  may: 'players.act',
  params,
  body: deskRemoveNameBodySchema,
  answer: z.null(),
} as const satisfies Call

export const removePicture = {
  method: 'POST',
  path: '/api/desk/players/:id/remove-picture',
  may: 'players.act',
  params,
  body: deskRemovePictureBodySchema,
  answer: z.null(),
} as const satisfies Call

export const signOutPlayer = {
  method: 'POST',
  path: '/api/desk/players/:id/sign-out',
  may: 'players.act',
  params,
  body: deskSignOutBodySchema,
  answer: deskSignedOutSchema,
} as const satisfies Call

export const conversations = {
  method: 'GET',
  path: '/api/desk/conversations',
  may: 'conversations',
  query: deskConversationsQuerySchema,
  answer: deskConversationsPageSchema,
} as const satisfies Call

export const conversation = {
  method: 'GET',
  path: '/api/desk/conversations/:playerId',
  may: 'conversations',
  params: ofPlayer,
  query: deskConversationQuerySchema,
  answer: deskConversationDetailSchema,
} as const satisfies Call

export const reply = {
  method: 'POST',
  path: '/api/desk/conversations/:playerId/reply',
  may: 'conversations',
  params: ofPlayer,
  body: deskReplyBodySchema,
  answer: chatMessageSchema,
} as const satisfies Call

export const assignConversation = {
  method: 'POST',
  path: '/api/desk/conversations/:playerId/assign',
  may: 'conversations',
  params: ofPlayer,
  body: deskAssignBodySchema,
  answer: deskConversationSchema,
} as const satisfies Call

export const closeConversation = {
  method: 'POST',
  path: '/api/desk/conversations/:playerId/close',
  may: 'conversations',
  params: ofPlayer,
  body: deskReadBodySchema,
  answer: deskConversationSchema,
} as const satisfies Call

export const readConversation = {
  method: 'POST',
  path: '/api/desk/conversations/:playerId/read',
  may: 'conversations',
  params: ofPlayer,
  body: deskReadBodySchema,
  answer: deskConversationSchema,
} as const satisfies Call

export const typing = {
  method: 'POST',
  path: '/api/desk/conversations/:playerId/typing',
  may: 'conversations',
  params: ofPlayer,
  answer: z.null(),
} as const satisfies Call

export const uploadPicture = {
  method: 'POST',
  path: '/api/desk/conversations/:playerId/picture',
  may: 'conversations',
  params: ofPlayer,
  form: true,
  answer: supportPictureSchema,
} as const satisfies Call

export const picture = {
  method: 'GET',
  path: '/api/desk/pictures/:id',
  may: 'conversations',
  params,
  answer: 'file',
} as const satisfies Call

export const cannedAnswers = {
  method: 'GET',
  path: '/api/desk/canned',
  may: 'conversations',
  answer: z.array(cannedAnswerSchema),
} as const satisfies Call

export const changeCannedAnswer = {
  method: 'POST',
  path: '/api/desk/canned/:id',
  may: 'canned.change',
  params: z.object({ id: z.string().regex(/^[a-z][a-z-]{0,39}$/) }),
  body: cannedAnswerBodySchema,
  answer: cannedAnswerSchema,
} as const satisfies Call

export const reports = {
  method: 'GET',
  path: '/api/desk/reports',
  may: 'reports',
  query: deskReportsQuerySchema,
  answer: deskReportsPageSchema,
} as const satisfies Call

export const report = {
  method: 'GET',
  path: '/api/desk/reports/:id',
  may: 'reports',
  params,
  answer: deskReportDetailSchema,
} as const satisfies Call

export const closeReport = {
  method: 'POST',
  path: '/api/desk/reports/:id/close',
  may: 'reports',
  params,
  body: deskCloseReportBodySchema,
  answer: deskReportDetailSchema,
} as const satisfies Call
