import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { type Guest, setStage, trial } from '../testing.ts'

describeDatabase('many who come at once', (open) => {
  it('are each sent to a seat that is left for them', async () => {
    const stage = await setStage(await open())
    const guests: Guest[] = []
    for (let number = 0; number < 23; number += 1) guests.push(await stage.guest())
    const find = (playerId: string) => stage.bus.request('lobby.find', { ...trial, playerId })
    const found = await Promise.all(guests.map(({ id }) => find(id)))
    const matches = found.map(({ data }) => data?.matchId)
    expect(new Set(matches).size).toBe(5)
    const sat = await Promise.all(
      guests.map((guest, index) => {
        const matchId = matches[index]
        if (!matchId) throw new Error('no match was found')
        return guest.sit(matchId)
      }),
    )
    expect(new Set(sat.map(({ code }) => code))).toEqual(new Set([200]))
  })

  it('open no more matches by asking over and over', async () => {
    const stage = await setStage(await open())
    const { id: playerId } = await stage.guest()
    const ask = () => stage.bus.request('lobby.find', { ...trial, playerId })
    const found = await Promise.all(Array.from({ length: 40 }, ask))
    expect(new Set(found.map(({ data }) => data?.matchId)).size).toBe(1)
    expect(stage.host.world.matches.size).toBe(1)
  })

  it('keep no seat that they do not take', async () => {
    const stage = await setStage(await open())
    const guests: Guest[] = []
    for (let number = 0; number < 7; number += 1) guests.push(await stage.guest())
    const find = async (index: number) => {
      const playerId = guests[index]?.id ?? ''
      return (await stage.bus.request('lobby.find', { ...trial, playerId })).data?.matchId
    }
    const first = await find(0)
    for (const index of [0, 1, 2, 3, 4]) expect(await find(index)).toBe(first)
    expect(await find(5)).not.toBe(first)
    await stage.clock.advance(2_000)
    // Anyone who passed it up is offered another first.
    expect(await find(1)).not.toBe(first)
    expect(await find(6)).toBe(first)
  })
})
