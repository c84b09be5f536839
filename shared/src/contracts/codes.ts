/**
 * Body codes of every answer, REST and live alike. 200 is success. 1001, 1102, 1203, 1501 and 1502 are the
 * documented ones; the rest are ours. The text a player sees is chosen by code.
 */
export const bodyCode = {
  ok: 200,
  badParameters: 1001,
  wrongPassword: 1102,
  wrongCode: 1203,
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
} as const
export type BodyCode = (typeof bodyCode)[keyof typeof bodyCode]
