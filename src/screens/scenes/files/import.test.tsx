import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import type { ActionResult } from '#engine/ports.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import { bytesOf } from '#lib/bytes.ts'
import { channelLimits } from '#live/limits.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { away, gatewayOf, lampOf, nothing, openScreen, ready, ruleOf } from '../testing.tsx'
import { exportText } from './exported.ts'
import { ImportDialog } from './ImportDialog.tsx'

beforeAll(ready, 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const screen = screens.get('scene') as CustomScreen

async function open(answers: Parameters<typeof gatewayOf>[0] = {}) {
  const gateway = gatewayOf({ ...nothing, ...answers })
  const closed: (ActionResult | undefined)[] = []
  await openScreen<CustomScreen>({
    Screen: () => <ImportDialog source={gateway.source} onClose={(result) => void closed.push(result)} />,
    screen,
    gateway,
    heads: [lampOf('lamp', 'Lamp')],
  })
  const dialog = await page.findByRole('dialog', { name: 'Import scenes' })
  const take = within(dialog).getByRole('button', { name: 'Import' })
  const choose = (text: string) =>
    userEvent.upload(
      within(dialog).getByLabelText('Choose file'),
      new File([text], 'scenes.json', { type: 'application/json' }),
    )
  return { gateway, closed, dialog, take, choose }
}

const rule = ruleOf({ statuses: [{ name: 'away', state: true, resource_id: 's1' }] })
const file = exportText([rule, ruleOf({ id: 'r2', name: 'Morning' })], [away])

describe('importing scenes', () => {
  test('what would change is shown before anything does', async () => {
    const { gateway, dialog, take, choose, closed } = await open({
      get_rules: { rules: [ruleOf({ id: 'r2', name: 'Old morning' })] },
      import_objects: { created: 2, changed: 1 },
    })
    expect(take).toHaveProperty('disabled', true)
    await choose(file)
    const changes = await within(dialog).findByRole('list', { name: 'What would change' })
    expect(
      within(changes)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['AwayStatusnew', 'Gute NachtScenenew', 'MorningScenereplaced'])
    expect(gateway.of('import_objects')).toEqual([])
    await userEvent.click(take)
    await waitFor(() => expect(closed).toHaveLength(1))
    const [sent] = gateway.of('import_objects') as { rules: unknown[]; statuses: unknown[] }[]
    expect([sent?.rules.length, sent?.statuses.length]).toEqual([2, 1])
  })

  test('five hundred come in, in orders that the channel carries, each after those that it runs', async () => {
    const { gateway, dialog, take, choose, closed } = await open({
      import_objects: { created: 1, changed: 0 },
    })
    // Each runs the next, so that the last of the file is what all of them need; two run each other.
    const many = Array.from({ length: 500 }, (_, n) =>
      ruleOf({
        ...{ id: `m${n}`, name: `Scene ${n} ${'ü'.repeat(80)}` },
        scenes: [
          {
            ...{ id: `m${n}s`, name: 'Step' },
            rules: [{ rule_id: `m${n % 10 === 9 ? n - 9 : n + 1}`, name: 'Next', act: 'run' as const }],
          },
        ],
      }),
    )
    await choose(exportText(many, []))
    await within(dialog).findByRole('list', { name: 'What would change' })
    await userEvent.click(take)
    await waitFor(() => expect(closed).toHaveLength(1))
    const portions = gateway.of('import_objects') as { rules: Rule[] }[]
    expect(closed).toEqual([{ ok: true, data: { created: portions.length, changed: 0 } }])
    expect(portions.flatMap(({ rules }) => rules)).toHaveLength(500)
    const there = new Set<string>()
    for (const { rules } of portions) {
      expect(bytesOf({ rules })).toBeLessThan(channelLimits.packet)
      for (const { id } of rules) there.add(id)
      const named = rules.flatMap(({ scenes = [] }) => scenes.flatMap((one) => one.rules ?? []))
      expect(named.filter(({ rule_id }) => !there.has(rule_id))).toEqual([])
    }
  })

  test('what is not wanted stays out, and without anything chosen there is nothing to take in', async () => {
    const { gateway, dialog, take, choose } = await open({ import_objects: { created: 1, changed: 0 } })
    await choose(file)
    for (const name of [/Away/, /Gute Nacht/])
      await userEvent.click(await within(dialog).findByRole('checkbox', { name }))
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Morning/ }))
    expect(take).toHaveProperty('disabled', true)
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Morning/ }))
    await userEvent.click(take)
    await waitFor(() => expect(gateway.of('import_objects')).toHaveLength(1))
    expect(gateway.of('import_objects')).toMatchObject([{ rules: [{ id: 'r2' }], statuses: [] }])
  })

  test('a device that this home lacks gets a stand-in before anything is taken in, or stays missing', async () => {
    const off = { service_name: 'SwitchService', property_name: 'on', value: false }
    const elsewhere = ruleOf({
      id: 'r3',
      name: 'From elsewhere',
      scenes: [
        { id: 's', name: 'Off', devices: [{ id: 'theirs', device_name: 'Their lamp', settings: [off] }] },
      ],
    })
    const { gateway, dialog, take, choose } = await open({ import_objects: { created: 1, changed: 0 } })
    await choose(exportText([elsewhere], []))
    const stand = await within(dialog).findByRole('combobox', { name: 'Their lamp' })
    expect(
      within(stand)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Stays missing', 'Lamp'])
    await userEvent.selectOptions(stand, 'Lamp')
    await userEvent.click(take)
    await waitFor(() => expect(gateway.of('import_objects')).toHaveLength(1))
    expect(gateway.of('import_objects')).toMatchObject([
      { rules: [{ scenes: [{ devices: [{ id: 'lamp', device_name: 'Lamp', settings: [off] }] }] }] },
    ])
  })

  test('where everything is so already there is nothing to take in', async () => {
    const { dialog, take, choose } = await open({
      get_rules: { rules: [rule] },
      get_scenario_statuses_collection: { collection: [away] },
    })
    await choose(exportText([rule], [away]))
    expect(await within(dialog).findByText('Everything in this file is so already.')).toBeTruthy()
    expect(take).toHaveProperty('disabled', true)
  })

  test('another file is refused in words', async () => {
    const { dialog, choose } = await open()
    await choose('{"floors":[]}')
    expect(await within(dialog).findByText('This file holds no exported scenes.')).toBeTruthy()
  })

  test('what the gateway refuses stays in the dialog', async () => {
    const { dialog, take, choose, closed } = await open({
      import_objects: new Error('Something is in the file twice'),
    })
    await choose(file)
    await within(dialog).findByRole('list', { name: 'What would change' })
    await userEvent.click(take)
    expect((await within(dialog).findByRole('alert')).textContent).not.toBe('')
    expect(closed).toEqual([])
  })

  test('where a later portion fails, the rest is what would still change', async () => {
    const many = Array.from({ length: 300 }, (_, n) =>
      ruleOf({ id: `m${n}`, name: `Scene ${n} ${'ü'.repeat(80)}` }),
    )
    const there: Rule[] = []
    const { gateway, dialog, take, choose, closed } = await open({
      get_rules: () => ({ rules: there }),
      import_objects: ({ rules }: Record<string, unknown>) => {
        if (there.length > 0) return new Error('The gateway has no more room')
        there.push(...(rules as Rule[]))
        return { created: there.length, changed: 0 }
      },
    })
    await choose(exportText(many, []))
    const open300 = () => within(dialog).getAllByRole<HTMLInputElement>('checkbox')
    await within(dialog).findByRole('list', { name: 'What would change' })
    expect(open300().filter(({ checked }) => checked)).toHaveLength(300)
    await userEvent.click(take)
    await within(dialog).findByRole('alert')
    const left = 300 - there.length
    expect(left).toBeGreaterThan(0)
    await waitFor(() => expect(open300().filter(({ checked }) => checked)).toHaveLength(left))
    expect(open300().filter(({ disabled }) => disabled)).toHaveLength(there.length)
    await userEvent.click(take)
    await waitFor(() => expect(gateway.of('import_objects').length).toBeGreaterThan(2))
    const [, , again] = gateway.of('import_objects') as { rules: Rule[] }[]
    expect(again?.rules.filter(({ id }) => there.some((one) => one.id === id))).toEqual([])
    expect(closed).toEqual([])
  })
})
