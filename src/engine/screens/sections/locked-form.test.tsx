import { screen as page } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { changeLanguage, translate } from '#i18n/i18n.ts'
import type { FormBlock, SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import { noSource, renderScreen } from '../../testing/render-screen.tsx'
import { Screen } from './Screen.tsx'

beforeAll(() => changeLanguage('ch_EN'))

/** Every form of a screen that something may fill in. */
const filled = [...screens.values()]
  .filter((screen): screen is SectionsScreen => screen.kind === 'sections')
  .flatMap((screen) =>
    screen.sections
      .filter((block): block is FormBlock => block.block === 'form' && block.fill !== undefined)
      .map((block): [string, string, SectionsScreen, FormBlock] => [block.id, screen.id, screen, block]),
  )

const LOCKED = 'Your role does not allow this.'

/** Calls and commands that sending it is made of. */
function neededBy({ submit }: FormBlock): { operations: string[]; commands: string[] } {
  if ('code' in submit)
    return { operations: [...(submit.needs ?? [])], commands: [...(submit.commands ?? [])] }
  const operations = 'operation' in submit ? [submit.operation] : []
  return { operations, commands: 'command' in submit ? [submit.command] : [] }
}

type Use = NonNullable<FormBlock['fill']>[number]
const nameOf = (use: Use): string => (typeof use === 'string' ? use : use.action)
/** What it is offered with. */
const flagOf = (use: Use): string[] =>
  typeof use !== 'string' && use.when && 'flag' in use.when ? [String(use.when.flag)] : []

test.each(filled)(
  'a form that somebody may not send is not filled in for him either: %s of %s',
  async (_id, _screen, screen, { when: _when, folded: _folded, ...block }) => {
    const { operations, commands } = neededBy(block)
    await renderScreen({
      Screen,
      screen: { ...screen, sections: [block] },
      definitions,
      ports: { source: { ...noSource, one: async () => ({}) } },
      situation: {
        flags: new Set((block.fill ?? []).flatMap(flagOf)),
        forbidden: { operations: new Set(operations), commands: new Set(commands), values: false },
      },
    })
    await page.findByText(LOCKED, {}, { timeout: 10_000 })
    for (const use of block.fill ?? [])
      expect(page.queryByRole('button', { name: translate(`actions.${nameOf(use)}`) })).toBeNull()
  },
  30_000,
)
