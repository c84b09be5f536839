import { describe, expect, it } from 'vitest'
import { createConnectionRows } from './connection-rows.ts'
import { testingRow } from './pages/connections/testing-row.ts'

const [one, two, three] = [testingRow(1), testingRow(2), testingRow(3)]
const told = { reset: false, more: false, rows: [], gone: [] }

/** How often the list and the first row heard of a change. */
const listening = () => {
  const rows = createConnectionRows()
  const heard = { list: 0, one: 0 }
  rows.subscribe(() => {
    heard.list += 1
  })
  rows.subscribeTo(one.id, () => {
    heard.one += 1
  })
  return { rows, heard }
}

describe('the rows of all connections', () => {
  it('shows a whole when its last part has come, and what was there before until then', () => {
    const { rows, heard } = listening()
    rows.apply({ ...told, reset: true, rows: [one] })
    rows.apply({ ...told, reset: true, more: true, rows: [two] })
    expect([...rows.all().keys()]).toEqual([one.id])
    rows.apply({ ...told, rows: [three] })
    expect([...rows.all().keys()]).toEqual([two.id, three.id])
    expect(heard).toEqual({ list: 2, one: 2 })
  })

  it('notifies only the row that changed', () => {
    const { rows, heard } = listening()
    rows.apply({ ...told, reset: true, rows: [one, two] })
    rows.apply({ ...told, rows: [{ ...two, seqLag: 4 }] })
    expect(heard).toEqual({ list: 2, one: 1 })
    rows.apply({ ...told, gone: [one.id] })
    expect(heard).toEqual({ list: 3, one: 2 })
    expect(rows.get(one.id)).toBeUndefined()
    expect(rows.get(two.id)?.seqLag).toBe(4)
  })

  it('forgets everything at once', () => {
    const { rows, heard } = listening()
    rows.apply({ ...told, reset: true, rows: [one] })
    rows.clear()
    expect(rows.all().size).toBe(0)
    expect(heard.one).toBe(2)
  })
})
