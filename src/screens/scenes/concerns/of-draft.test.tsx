import { cleanup, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { openBuilder, prepareBuilder, press } from '../../../../tests/support/scene-builder.tsx'
import { addLampOn, evening } from '../../../../tests/support/scene-builder-steps.ts'

beforeAll(async () => {
  await prepareBuilder()
  await Promise.all([loadAreas(['concerns']), import('./OfDraft.tsx')])
}, 60_000)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  await changeLanguage('ch_EN')
})

const NONE = 'No other scene sets the same otherwise at the same time.'

const lampIs = (value: boolean): Rule['scenes'] => [
  {
    ...{ id: 's', name: 'Lamp' },
    devices: [{ id: 'lamp', settings: [{ service_name: 'LightService', property_name: 'state', value }] }],
  },
]
/** Every day at ten in the evening. */
const atTen = (id: string, name: string, value: boolean): Rule => ({
  ...{ id, name, rule_logic: 'OR', active: true, version: 1, scenes: lampIs(value) },
  time_triggers: [
    { id: 't', hour: 22, minute: 0, second: 0, repeating: Array.from({ length: 7 }, () => true) as never },
  ],
})

describe('while a scene is built', () => {
  test('it is said whom it contradicts, in what and when, and the other scene is beside, a new page', async () => {
    await openBuilder({
      rules: [atTen('late', 'Late', true), atTen('night', 'Night', false)],
      scene: 'night',
    })
    const other = await page.findByRole('link', { name: 'Late' })
    expect([other.getAttribute('href'), other.getAttribute('target')]).toEqual([
      '/scenes/scene/late',
      '_blank',
    ])
    expect(other.closest('li')?.textContent).toMatch(
      /^Switches “.+” of Lamp off, while “Late” switches it on at the same time \(next: .*\d\d:\d\d\)$/,
    )
    expect(other.closest('[role="status"]')).not.toBeNull()
  })

  test('in German too', async () => {
    await changeLanguage('ch_DE')
    await loadAreas(['concerns', 'builder', 'sentences', 'scenes', 'statuses', 'values', 'properties'])
    await openBuilder({
      ...{ rules: [atTen('late', 'Late', true), atTen('night', 'Night', false)], scene: 'night' },
      heading: 'Wenn',
    })
    const other = await page.findByRole('link', { name: 'Late' })
    expect(other.closest('li')?.textContent).toMatch(
      /^Schaltet «.+» von Lamp aus, während «Late» gleichzeitig einschaltet \(nächstes Mal: /,
    )
  })

  test('what is added to it is held against the others at once, and what is taken back no longer', async () => {
    const base = { ...evening, scenes: [] as Rule['scenes'] }
    const other: Rule = { ...evening, id: 'other', name: 'Other', scenes: lampIs(false) }
    await openBuilder({ rules: [base as Rule, other], scene: 'evening' })
    expect(page.queryByText(NONE)).toBeNull()
    await addLampOn()
    expect(await page.findByRole('link', { name: 'Other' })).toBeTruthy()
    await press('Undo')
    await waitFor(() => expect(page.queryByRole('link', { name: 'Other' })).toBeNull())
  })

  test('one that gets along with the others says so in the same place', async () => {
    await openBuilder({ rules: [atTen('late', 'Late', true), atTen('night', 'Night', true)], scene: 'night' })
    expect(await page.findByText(NONE)).toBeTruthy()
  })

  test('one that stays off contradicts nothing', async () => {
    const off = { ...atTen('night', 'Night', false), active: false }
    await openBuilder({ rules: [atTen('late', 'Late', true), off], scene: 'night' })
    expect(await page.findByText(NONE)).toBeTruthy()
  })
})
