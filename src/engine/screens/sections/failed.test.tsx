import { cleanup, screen as page } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Block, Load, SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import { needsOf } from '../../conditions/forbidden.ts'
import { noSource, renderScreen } from '../../testing/render-screen.tsx'
import { Screen } from './Screen.tsx'

beforeAll(() => changeLanguage('ch_EN'))
afterEach(cleanup)

const loadOf = (block: Block): Load | undefined => ('load' in block ? block.load : undefined)

/** One section that loads something, of each sort that there is. */
const kinds = new Map(
  [...screens.values()]
    .filter((screen): screen is SectionsScreen => screen.kind === 'sections')
    .flatMap((screen) =>
      screen.sections
        .filter((block) => loadOf(block))
        .map((block): [string, [SectionsScreen, Block]] => [
          `${block.block}${'folded' in block && block.folded ? ', folded' : ''}`,
          [screen, block],
        ]),
    ),
)

test('sections that load something are facts, forms and lists', () => {
  expect([...kinds.keys()].toSorted()).toEqual(['facts', 'form', 'form, folded', 'list'])
})

test.each([...kinds])(
  'what a section could not load is said there once, with another try that works: %s',
  async (_kind, [screen, { when: _when, ...block }]) => {
    let answers = false
    let asked = 0
    const wanted = loadOf(block as Block)
    await renderScreen({
      Screen,
      screen: { ...screen, sections: [block as Block] },
      definitions,
      ports: {
        source: {
          ...noSource,
          list: async () => ({ rows: [], total: 0 }),
          one: async (load) => {
            if (load.operation !== wanted?.operation || load.command !== wanted?.command) return {}
            asked++
            if (!answers) throw Object.assign(new Error('It burns'), { code: 'BURNS' })
            return {}
          },
        },
      },
    })
    const again = await page.findByRole('button', { name: 'Try again' }, { timeout: 10_000 })
    expect(page.getAllByText('It burns')).toHaveLength(1)
    const before = asked
    answers = true
    await userEvent.click(again)
    expect(asked).toBe(before + 1)
    await page.findByRole('heading', { level: 1 })
    expect(page.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(page.queryByText('It burns')).toBeNull()
  },
  30_000,
)

// decision 0300
test.each([...kinds])(
  'a section that loads what somebody may not ask for is not drawn, and nothing is asked: %s',
  async (_kind, [screen, { when: _when, ...block }]) => {
    const { operations = [], commands = [] } = needsOf(loadOf(block as Block) ?? {})
    const asked = vi.fn(async () => ({}))
    await renderScreen({
      Screen,
      screen: { ...screen, sections: [block as Block] },
      definitions,
      situation: {
        forbidden: { operations: new Set(operations), commands: new Set(commands), values: false },
      },
      ports: { source: { ...noSource, one: asked } },
    })
    expect(page.queryAllByRole('heading', { level: 2 })).toEqual([])
    expect(asked).not.toHaveBeenCalled()
  },
)
