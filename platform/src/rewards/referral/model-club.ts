/** Invitations in the plainest way: what they should come to, by going through everything that ever was. For the tests. */

export type ModelMatch = {
  /** By number, the first takes the pot. */
  players: readonly number[]
  asset: 'coin' | 'promo'
  stake: bigint
  isPrivate: boolean
  /** The UTC day and month of the end, and of the counting. */
  day: string
}

/** Someone by number: who invited them, where they signed in, where their money goes. */
export type ModelPerson = {
  inviter: number | null
  devices: Set<number>
  payouts: Set<number>
  barred: boolean
}

type Invitation = { matches: number; discounted: number; status: string; reason: string | null }

const share = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
  [...one].some((what) => other.has(what))

export const modelClub = ({ monthlyMost, pairCoinsMost }: { monthlyMost: number; pairCoinsMost: bigint }) => {
  const people: ModelPerson[] = []
  const invitations = new Map<number, Invitation>()
  const counted: ModelMatch[] = []
  const earnedIn: { inviter: number; month: string }[] = []
  const flagged = new Set<string>()

  const person = (nth: number): ModelPerson => {
    const found = people[nth]
    if (!found) throw new Error(`there is no person ${nth}`)
    return found
  }
  const tied = (one: number, other: number): boolean =>
    one !== other &&
    (share(person(one).devices, person(other).devices) || share(person(one).payouts, person(other).payouts))
  const neighbors = (who: number): number[] =>
    people.flatMap(({ inviter }, nth) =>
      inviter === who ? [nth] : nth === who && inviter !== null ? [inviter] : [],
    )
  const kin = (one: number, other: number): boolean =>
    neighbors(one).some((near) => near === other || neighbors(near).includes(other))

  /** Of all matches of a day that both sat in: how many, and the coins that the lower lost to the higher. */
  const met = (one: number, other: number, day: string) => {
    const both = counted.filter(
      (match) => match.day === day && match.players.includes(one) && match.players.includes(other),
    )
    const moved = both
      .filter(({ asset }) => asset === 'coin')
      .reduce(
        (sum, { players: [winner], stake }) =>
          sum + (winner === other ? stake : winner === one ? -stake : 0n),
        0n,
      )
    return { matches: both.length, moved }
  }
  const isStranger = (one: number, other: number, day: string): boolean =>
    !tied(one, other) && met(one, other, day).matches <= 5

  const decide = (invited: number, inviter: number, month: string): string | null => {
    const sharesWith = (of: 'devices' | 'payouts') =>
      people.some(
        (other, nth) =>
          nth !== invited &&
          (nth === inviter || other.inviter === inviter) &&
          share(other[of], person(invited)[of]),
      )
    if (sharesWith('devices')) return 'same-device'
    if (sharesWith('payouts')) return 'same-payout'
    const earned = earnedIn.filter((one) => one.inviter === inviter && one.month === month).length
    if (earned >= monthlyMost) return 'monthly-most'
    return person(inviter).barred ? 'barred' : null
  }

  return {
    join: (given: ModelPerson): void => {
      if (given.inviter !== null)
        invitations.set(people.length, { matches: 0, discounted: 0, status: 'playing', reason: null })
      people.push(given)
    },
    person,
    count: (match: ModelMatch): void => {
      counted.push(match)
      const { players, day, isPrivate } = match
      for (const one of players)
        for (const other of players.filter((who) => who > one)) {
          const { matches, moved } = met(one, other, day)
          if (matches >= 20 || moved >= pairCoinsMost || -moved >= pairCoinsMost)
            flagged.add(`${one} ${other} ${day}`)
        }
      // In any order: of two with the same inviter none counts, so that no two decisions of one match are about one inviter.
      for (const who of players) {
        const invitation = invitations.get(who)
        const { inviter } = person(who)
        if (!invitation || inviter === null || invitation.status !== 'playing') continue
        const others = players.filter((other) => other !== who)
        const counts =
          !isPrivate &&
          others.some((other) => isStranger(who, other, day)) &&
          others.every((other) => !kin(who, other) && !tied(who, other) && !tied(inviter, other))
        invitation[counts ? 'matches' : 'discounted'] += 1
        if (invitation.matches < 3) continue
        invitation.reason = decide(who, inviter, day.slice(0, 7))
        invitation.status = invitation.reason === null ? 'earned' : 'refused'
        if (invitation.reason === null) earnedIn.push({ inviter, month: day.slice(0, 7) })
      }
    },
    invitations,
    flagged,
    met,
    bonusOf: (who: number): bigint => 100n * BigInt(earnedIn.filter(({ inviter }) => inviter === who).length),
  }
}
export type ModelClub = ReturnType<typeof modelClub>
