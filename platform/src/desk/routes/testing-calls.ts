import { randomUUID } from 'node:crypto'
import { type DeskChannel, type StaffRole, staffRoleSchema } from '@minefall/shared/contracts'
import { usableLanguages } from '@minefall/shared/languages'

export const everybody = staffRoleSchema.options
const deciders: readonly StaffRole[] = ['finance', 'admin']
const admins: readonly StaffRole[] = ['admin']
const agents: readonly StaffRole[] = ['support', 'admin']

export type Call = {
  method: 'GET' | 'POST'
  path: string
  /** Of what the call is about, where it is no UUID. */
  id?: string
  body?: object
  may: readonly StaffRole[]
  /** What it answers who may, where that is not that there is nothing. */
  found?: number
}

/** An id that is nobody's. */
export const nobodys = randomUUID()
const channel: DeskChannel = {
  direction: 'deposit',
  method: 'alipay',
  currency: 'JPY',
  isOpen: true,
  least: '1',
  most: '2',
  rate: '1',
  feeBps: 0,
  feeFixed: '0',
  payTo: null,
  version: 1,
}

const texts = Object.fromEntries(usableLanguages.map(({ id }) => [id, 'Hello']))
const note = { noteId: randomUUID(), text: 'Hello' }
const message = { messageId: randomUUID(), text: 'Hello' }

/** For tests alone: every call but the one that signs in, as its address says it, and who may make it. */
export const calls: readonly Call[] = [
  { method: 'GET', path: '/api/desk/me', may: everybody },
  { method: 'GET', path: '/api/desk/orders', may: everybody },
  { method: 'GET', path: '/api/desk/orders/{id}', may: everybody },
  { method: 'GET', path: '/api/desk/proofs/{id}', may: everybody },
  { method: 'POST', path: '/api/desk/orders/{id}/take', may: deciders },
  { method: 'POST', path: '/api/desk/orders/{id}/approve', body: { reference: 'TX-1' }, may: deciders },
  { method: 'POST', path: '/api/desk/orders/{id}/reject', body: { reason: 'None' }, may: deciders },
  { method: 'GET', path: '/api/desk/flags', may: everybody },
  { method: 'POST', path: '/api/desk/flags/{id}/review', id: '7', body: { reason: 'None' }, may: deciders },
  { method: 'POST', path: '/api/desk/players/{id}/identity', body: { reason: 'None' }, may: deciders },
  { method: 'GET', path: '/api/desk/players/{id}/connections', may: everybody },
  { method: 'GET', path: '/api/desk/connections/totals', may: everybody },
  {
    method: 'POST',
    path: '/api/desk/connections/{edge}/{id}/disconnect',
    id: '0123456789abcdef',
    body: { playerId: nobodys, reason: 'None' },
    may: agents,
  },
  { method: 'GET', path: '/api/desk/health', may: everybody },
  // Without a word to look for.
  { method: 'GET', path: '/api/desk/search', may: everybody, found: 1001 },
  { method: 'GET', path: '/api/desk/players/{id}', may: everybody },
  { method: 'GET', path: '/api/desk/players/{id}/statement', may: everybody },
  { method: 'GET', path: '/api/desk/players/{id}/statement.csv', may: everybody },
  { method: 'GET', path: '/api/desk/players/{id}/orders', may: everybody },
  { method: 'GET', path: '/api/desk/players/{id}/matches', may: everybody },
  { method: 'GET', path: '/api/desk/players/{id}/sessions', may: agents },
  { method: 'GET', path: '/api/desk/players/{id}/notes', may: everybody },
  { method: 'POST', path: '/api/desk/players/{id}/notes', body: note, may: agents },
  {
    method: 'POST',
    path: '/api/desk/players/{id}/block',
    body: { reason: 'None', text: 'None' },
    may: agents,
  },
  { method: 'POST', path: '/api/desk/players/{id}/unblock', body: { reason: 'None' }, may: agents },
  { method: 'POST', path: '/api/desk/players/{id}/sign-out', body: { reason: 'None' }, may: agents },
  { method: 'GET', path: '/api/desk/conversations', may: agents },
  { method: 'GET', path: '/api/desk/conversations/{playerId}', may: agents },
  { method: 'POST', path: '/api/desk/conversations/{playerId}/reply', body: message, may: agents },
  {
    method: 'POST',
    path: '/api/desk/conversations/{playerId}/assign',
    body: { staffId: null, was: null },
    may: agents,
  },
  { method: 'POST', path: '/api/desk/conversations/{playerId}/close', body: { seq: 1 }, may: agents },
  { method: 'POST', path: '/api/desk/conversations/{playerId}/read', body: { seq: 1 }, may: agents },
  { method: 'POST', path: '/api/desk/conversations/{playerId}/typing', may: agents },
  // Without a form.
  { method: 'POST', path: '/api/desk/conversations/{playerId}/picture', may: agents, found: 1001 },
  { method: 'GET', path: '/api/desk/pictures/{id}', may: agents },
  { method: 'GET', path: '/api/desk/canned', may: agents },
  {
    method: 'POST',
    path: '/api/desk/canned/{id}',
    id: 'nothing',
    body: { title: 'Nothing', texts, version: 1 },
    may: admins,
  },
  { method: 'GET', path: '/api/desk/matches', may: everybody },
  { method: 'GET', path: '/api/desk/matches/{id}', id: 'a'.repeat(32), may: everybody },
  {
    method: 'POST',
    path: '/api/desk/matches/{id}/void',
    id: 'a'.repeat(32),
    body: { reason: 'It stands still' },
    may: admins,
  },
  {
    method: 'POST',
    path: '/api/desk/matches/{id}/void/withdraw',
    id: 'a'.repeat(32),
    body: { reason: 'It goes on' },
    may: admins,
  },
  { method: 'GET', path: '/api/desk/reports', may: agents },
  { method: 'GET', path: '/api/desk/reports/{id}', may: agents },
  { method: 'POST', path: '/api/desk/reports/{id}/close', body: { note: 'Found nothing' }, may: agents },
  { method: 'GET', path: '/api/desk/tables', may: admins },
  {
    method: 'POST',
    path: '/api/desk/tables/{gameId}',
    id: 'nothing',
    body: { isOpen: true, stakes: ['10'], practice: false, rakeBps: null, version: 1, reason: 'Why not' },
    may: admins,
  },
  { method: 'GET', path: '/api/desk/activities', may: admins },
  {
    method: 'POST',
    path: '/api/desk/activities/{id}',
    id: 'nothing',
    body: { isOpen: true, goal: 1, gift: '1', beginsAt: null, endsAt: null, version: 1, reason: 'Why not' },
    may: admins,
  },
  { method: 'GET', path: '/api/desk/channels', may: admins },
  { method: 'POST', path: '/api/desk/channels', body: { ...channel, reason: 'Why not' }, may: admins },
  { method: 'GET', path: '/api/desk/currencies', may: admins },
  {
    method: 'POST',
    path: '/api/desk/currencies',
    body: { currencycode: 'XXX', rate: '1', reason: 'Why not' },
    may: admins,
  },
  { method: 'GET', path: '/api/desk/proposals', may: admins },
  { method: 'POST', path: '/api/desk/proposals/{id}/confirm', body: { reason: 'None' }, may: admins },
  { method: 'POST', path: '/api/desk/proposals/{id}/withdraw', body: { reason: 'None' }, may: admins },
  { method: 'GET', path: '/api/desk/audit', may: admins },
  { method: 'POST', path: '/api/desk/docs', may: everybody, found: 200 },
  { method: 'POST', path: '/api/desk/logout', may: everybody },
]
