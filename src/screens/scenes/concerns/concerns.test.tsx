import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { RuleRow } from '#schemas/generated/channel.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import ScenePage from '../page/ScenePage.tsx'
import ScenesAbove from '../ScenesAbove.tsx'
import { gatewayOf, lampOf, nothing, openScreen, ready, rowOf, ruleOf } from '../testing.tsx'

// What comes late is not what these tests wait for.
beforeAll(() => Promise.all([ready(), import('./OfScene.tsx'), import('./OfHome.tsx')]), 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const heads = [lampOf('d1', 'Ceiling lamp')]
const at = Date.now() + 3_600_000

const contradiction = (more: Partial<NonNullable<RuleRow['contradicts']>[number]> = {}) => ({
  ...{ rule_id: 'r2', rule_name: 'Evening', value: false, other_value: true, at },
  ...{ device_id: 'd1', service_name: 'SwitchService', property_name: 'on' },
  ...more,
})

async function open(rows: readonly RuleRow[], where: 'list' | 'scene') {
  const gateway = gatewayOf({ ...nothing, get_rules: { rules: [ruleOf()] }, get_rules_list: { rules: rows } })
  const Screen = where === 'list' ? ScenesAbove : ScenePage
  await openScreen<CustomScreen>({
    Screen,
    screen: screens.get('scene') as CustomScreen,
    gateway,
    heads,
    params: { scene_id: 'r1' },
  })
}

describe('what is the matter with scenes', () => {
  test('on its page a scene says in a sentence whom it contradicts, in what and when, and leads there', async () => {
    await open([rowOf({ contradicts: [contradiction()] }), rowOf({ id: 'r2', name: 'Evening' })], 'scene')
    const other = await page.findByRole('link', { name: 'Evening' })
    expect(other.getAttribute('href')).toBe('/scenes/scene/r2')
    expect(other.closest('li')?.textContent).toMatch(
      /^Switches “.+” of Ceiling lamp off, while “Evening” switches it on at the same time \(next: .*\d\d:\d\d\)$/,
    )
  })

  test('what sets both off is told where no clock does, and how long after it', async () => {
    const trigger = { type: 'STATUS_TRIGGER' as const, status_name: 'Away', wanted: true, at: 1 }
    const { at: _none, ...without } = contradiction({ trigger, after: 600_000 })
    await open([rowOf({ contradicts: [without] })], 'scene')
    expect((await page.findByRole('link', { name: 'Evening' })).closest('li')?.textContent).toMatch(
      /\(10 min.* after: the status “Away” is on\)$/,
    )
  })

  test('a status that two scenes switch is named as one', async () => {
    await open(
      [
        rowOf({
          contradicts: [
            {
              rule_id: 'r2',
              rule_name: 'Evening',
              value: true,
              other_value: false,
              resource_id: 's',
              status_name: 'Away',
              at,
            },
          ],
        }),
      ],
      'scene',
    )
    expect(await page.findByText(/Switches the status “Away” on, while “/)).toBeTruthy()
  })

  // decision 0278
  test('a third scene that two switch is named, and the other one is what leads on', async () => {
    const { device_id: _none, service_name: _service, property_name: _property, ...plain } = contradiction()
    const third = { switched_rule_id: 'r3', switched_rule_name: 'Night' }
    await open([rowOf({ contradicts: [{ ...plain, ...third }] })], 'scene')
    const other = await page.findByRole('link', { name: 'Evening' })
    expect(other.closest('li')?.textContent).toMatch(
      /^Switches the scene “Night” off, while “Evening” switches it on at the same time \(next: /,
    )
  })

  // decision 0268
  test.each([
    [
      'ch_EN',
      'Switches the status “Away” on, while “Evening” switches “Vacation” on at the same time: of “Mode” one at most is on',
    ],
    [
      'ch_DE',
      'Schaltet den Status «Abwesend» ein, während «Evening» zur selben Zeit «Ferien» einschaltet: Von «Mode» ist höchstens einer ein',
    ],
  ] as const)(
    'of two statuses of a group it is said why they exclude each other: %s',
    async (language, said) => {
      await changeLanguage(language)
      const { device_id: _d, service_name: _s, property_name: _p, ...common } = contradiction()
      const group = { group: 'Mode', value: true, other_value: true }
      const statuses = { resource_id: 's', status_name: 'away', other_status_name: 'vacation' }
      await open(
        [
          rowOf({ contradicts: [{ ...common, ...group, ...statuses }] }),
          rowOf({ id: 'r2', name: 'Evening' }),
        ],
        'scene',
      )
      const other = await page.findByRole('link', { name: 'Evening' })
      expect(other.closest('li')?.textContent).toContain(said)
    },
  )

  test.each([
    ['missing', /no longer there/],
    ['place_unknown', /where the home is/],
    ['excluded', /excludes each other/],
    ['no_moment', /never comes together with its times/],
    ['over', /its moment is over/],
  ] as const)('why it never runs by itself is said: %s', async (never, words) => {
    await open([rowOf({ never })], 'scene')
    expect(await page.findByText(words)).toBeTruthy()
  })

  test('what has not run for long says since when', async () => {
    await open([rowOf({ unused_since: Date.now() - 94.5 * 86_400_000 })], 'scene')
    expect(await page.findByText(/^Has not run for 94 days \(since .+\)$/)).toBeTruthy()
  })

  test('above the list they are counted in a line, and told one after the other by scene, those of two once', async () => {
    await open(
      [
        rowOf({ contradicts: [contradiction()] }),
        rowOf({ id: 'r2', name: 'Evening', never: 'over', contradicts: [contradiction({ rule_id: 'r1' })] }),
        rowOf({ id: 'r3', name: 'Fine' }),
        rowOf({ id: 'r4', name: 'Begun', never: 'missing', draft: true }),
        rowOf({ id: 'r5', name: 'Ring', loop: ['r5', 'r3'] }),
      ],
      'list',
    )
    await userEvent.click(await page.findByText('3 notes on your scenes'))
    const terms = page.getAllByRole('term')
    expect(terms.map((one) => one.textContent)).toEqual(['Gute Nacht', 'Ring', 'Evening'])
    expect(
      within(terms[0] as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/scenes/scene/r1')
    expect(page.getByText('Sets off other scenes that set it off again: Fine')).toBeTruthy()
  })

  test('in a home of many such scenes the first are shown, and the others on request', async () => {
    await open(
      Array.from({ length: 20 }, (_, n) => rowOf({ id: `r${n}`, name: `Scene ${n}`, never: 'over' })),
      'list',
    )
    await userEvent.click(await page.findByText('20 notes on your scenes'))
    expect(page.getAllByRole('term')).toHaveLength(8)
    await userEvent.click(page.getByRole('button', { name: 'Show 12 more' }))
    expect(page.getAllByRole('term')).toHaveLength(20)
  })

  test('scenes that get in each other’s way come before all others, however many these are', async () => {
    const never = Array.from({ length: 20 }, (_, n) =>
      rowOf({ id: `n${n}`, name: `Never ${n}`, never: 'over' }),
    )
    const pair = [
      rowOf({ id: 'r1', name: 'Morning', contradicts: [contradiction()] }),
      rowOf({ id: 'r2', name: 'Evening', contradicts: [contradiction({ rule_id: 'r1' })] }),
    ]
    await open([...never, ...pair], 'list')
    await userEvent.click(await page.findByText(/^21 notes/))
    expect(page.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Morning',
      ...Array.from({ length: 7 }, (_, n) => `Never ${n}`),
    ])
  })

  test('a home with which nothing is the matter says nothing', async () => {
    await open([rowOf()], 'list')
    await page.findByRole('link', { name: /status/i }).catch(() => undefined)
    expect(page.queryByText(/notes? on your/)).toBeNull()
  })
})
