import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { changeLanguage, loadAllTexts } from '#i18n/i18n.ts'
import type { Block, SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import { needsOf } from '../../conditions/forbidden.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { Screen } from './Screen.tsx'

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await loadAllTexts()
}, 60_000)
afterEach(cleanup)

const needed = (block: Block) => needsOf(('load' in block && block.load) || {})

const loading = [...screens.values()].flatMap((screen): [string, SectionsScreen][] => {
  if (screen.kind !== 'sections' || screen.access?.public) return []
  const sections = screen.sections.filter((block) => 'load' in block && block.load)
  const [first, ...others] = sections
  return first === undefined ? [] : [[screen.id, { ...screen, sections: [first, ...others] }]]
})

test('there is something to walk', () => expect(loading.length).toBeGreaterThan(5))

// decision 0300
test.each(loading)(
  '%s, of which every section is closed to somebody, says so under its own name, and not its name alone',
  async (_id, screen) => {
    const needs = screen.sections.map(needed)
    const forbidden = {
      operations: new Set(needs.flatMap(({ operations = [] }) => operations)),
      commands: new Set(needs.flatMap(({ commands = [] }) => commands)),
      values: false,
    }
    await renderScreen({ Screen, screen, definitions, situation: { forbidden } })
    expect(page.getAllByRole('heading')).toHaveLength(1)
    expect(page.getByRole('heading', { level: 1 }).textContent).not.toBe('')
    expect(page.getByText('Your role does not allow this.')).toBeDefined()
  },
)
