import { describe, expect, test } from 'vitest'
import type { SavedFilter } from '#schemas/generated/entities/saved-filter.ts'
import { enginesUnderTest } from '../engines.ts'
import { account } from '../samples.ts'

const engines = await enginesUnderTest()
const offline: SavedFilter = {
  screen: 'gate_select',
  name: 'Weg in Zürich',
  asks: { search: 'Zürich', order: '-name', filters: { condition: 'offline' } },
}
const named = (name: string): SavedFilter => ({ ...offline, name })

describe.each(engines)('S-10 Z-02 on $name: saved filters', ({ fresh }) => {
  const filled = async () => {
    const store = await fresh()
    for (const id of ['anna', 'beat']) await store.accounts.create(account(id), { passwordHash: null, at: 1 })
    return store
  }

  test('are each person’s own, by list and name; what has the same name is replaced', async () => {
    const { savedFilters } = await filled()
    expect(await savedFilters.of('anna')).toEqual([])
    const elsewhere = { ...offline, screen: 'audit' }
    const changed = { ...offline, asks: { filters: { model: 'DOC400' } } }
    for (const one of [offline, elsewhere, named('Alle'), changed])
      expect(await savedFilters.keep('anna', one, 2)).toBe(true)
    expect(await savedFilters.of('anna')).toEqual([elsewhere, named('Alle'), changed])
    expect(await savedFilters.of('beat')).toEqual([])
    expect(await savedFilters.delete('beat', 'gate_select', offline.name)).toBe(false)
    expect(await savedFilters.delete('anna', 'gate_select', offline.name)).toBe(true)
    expect(await savedFilters.delete('anna', 'gate_select', offline.name)).toBe(false)
    expect(await savedFilters.of('anna')).toEqual([elsewhere, named('Alle')])
  })

  test('a list has no more than it may; those of another person and another list do not count', async () => {
    const { savedFilters } = await filled()
    await savedFilters.keep('beat', offline, 1)
    await savedFilters.keep('anna', { ...offline, screen: 'audit' }, 1)
    expect(await savedFilters.keep('anna', offline, 1)).toBe(true)
    expect(await savedFilters.keep('anna', named('One more'), 1)).toBe(false)
    expect(await savedFilters.keep('anna', offline, 1)).toBe(true)
    expect(await savedFilters.of('anna')).toHaveLength(2)
    expect(await savedFilters.keep('nobody', offline, 1)).toBe(false)
  })

  test('pressed twice, one is kept', async () => {
    const { savedFilters } = await filled()
    const both = [savedFilters.keep('anna', offline, 5), savedFilters.keep('anna', offline, 5)]
    expect(await Promise.all(both)).toEqual([true, true])
    expect(await savedFilters.of('anna')).toEqual([offline])
  })

  test('M-05 go with the account', async () => {
    const { savedFilters, accounts } = await filled()
    await savedFilters.keep('anna', offline, 1)
    await accounts.remove('anna')
    await accounts.create(account('anna'), { passwordHash: null, at: 1 })
    expect(await savedFilters.of('anna')).toEqual([])
  })
})
