/** The end of a match's id, as lists show it: it begins with its time, which many matches of one minute share. */
export const shortId = (matchId: string): string => `…${matchId.slice(-8)}`
