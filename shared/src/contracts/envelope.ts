import * as z from 'zod/mini'

/**
 * Body codes of every answer, REST and live alike. 200 is success. 1001, 1102, 1203, 1501 and 1502 are the
 * documented ones; the rest are ours. The text a player sees is chosen by code.
 */
export const bodyCode = {
  ok: 200,
  badParameters: 1001,
  wrongPassword: 1102,
  passwordTooCommon: 1103,
  passwordsAlike: 1104,
  paymentPasswordLocked: 1105,
  passwordUnset: 1106,
  paymentPasswordUnset: 1107,
  imageInvalid: 1121,
  imageTooLarge: 1122,
  wrongCode: 1203,
  codeNotSent: 1204,
  contactTaken: 1205,
  proofRequired: 1207,
  contactReserved: 1208,
  notYourTurn: 1301,
  tileOpen: 1302,
  wrongPhase: 1303,
  tableFull: 1304,
  seatedElsewhere: 1305,
  notEnoughCoins: 1306,
  loginRequired: 1307,
  notSeated: 1308,
  staleTurn: 1309,
  wrongSeed: 1310,
  pausedFromSitting: 1311,
  playingApart: 1312,
  unauthenticated: 1401,
  notAllowed: 1403,
  notFound: 1404,
  conflict: 1409,
  protocolTooOld: 1426,
  tooManyRequests: 1429,
  ourFault: 1500,
  tokenInvalid: 1501,
  tokenExpired: 1502,
  unavailable: 1503,
  timeout: 1504,
  /** Between our own nodes alone: the shard is another's. Whoever asked finds its owner and asks again. */
  shardMoved: 1513,
  withdrawalHeldOff: 1601,
  priceChanged: 1602,
  orderMoved: 1603,
  methodClosed: 1604,
  tooManyOrders: 1605,
  destinationSaved: 1606,
  ownOrder: 1607,
  referenceUsed: 1608,
  identityUnreviewed: 1609,
  ownerBlocked: 1610,
  handsApart: 1611,
  adultUnconfirmed: 1701,
  playPaused: 1702,
  limitReached: 1703,
  countryBarred: 1704,
  pairCapped: 1705,
  limitNotDue: 1706,
  privateLossReached: 1707,
  giftNotReady: 1711,
  giftReceived: 1712,
} as const
export type BodyCode = (typeof bodyCode)[keyof typeof bodyCode]

/** Every REST answer and every acknowledgement: `{ code, msg, data }`, code 200 for success. */
export type Envelope<T> = { code: number; msg: string; data: T | null }

export const envelopeSchema = <T extends z.core.SomeType>(data: T) =>
  z.object({ code: z.int(), msg: z.string(), data: z.nullable(data) })

export const ok = <T>(data: T): Envelope<T> => ({ code: bodyCode.ok, msg: 'ok', data })

/** An answer with no result; `data` may tell more, such as the field or the seconds to wait. */
export const refuse = <T = never>(code: BodyCode, msg: string, data: T | null = null): Envelope<T> => ({
  code,
  msg,
  data,
})
