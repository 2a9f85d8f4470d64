import { screen as page, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { namedElsewhere } from '#gateway/rules/elsewhere.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { PlainCondition, Rule } from '#schemas/generated/entities/rule.ts'
import {
  calledSentence,
  deviceSentence,
  notificationPart,
  statusSentence,
  targetPart,
  useSpeech,
} from '../builder/sentences.ts'
import ScenePage from '../page/ScenePage.tsx'
import ScenesAbove from '../ScenesAbove.tsx'
import { gatewayOf, nothing, openScreen, ready, rowOf, ruleOf } from '../testing.tsx'
import type { Broken } from './elsewhere.ts'

beforeAll(ready, 60_000)
beforeEach(() => changeLanguage('ch_EN'))

type Kind = Broken extends infer One ? (One extends One ? keyof One : never) : never

const device = {
  ...{ id: 't1', event_source: 'gone', device_name: 'Old sensor', service_name: 'SwitchService' },
  ...{ property_name: 'on', value: true, compare_type: 'EQ' as const },
}
const followed = { resource_id: 'holidays', name: 'vacation', icon: 11, state: true }
const gone = { resource_id: 'gone', name: 'gone', icon: 1, state: true }
const asked: PlainCondition = { kind: 'status', id: 'c1', status: { ...followed, state: false } }
const target = {
  ...{ id: 'g1', kind: 'lights', sets: 'power', value: false },
  place: { room_id: 'attic', name: 'Attic' },
}
const waited = { id: 't2', name: 'Watch' }
const call = {
  notification_id: 'n1',
  type: 2 as const,
  call: { address_id: 'a1', name: 'Sprinkler', fields: [] },
}
const mail = {
  ...{ notification_id: 'n2', type: 1 as const, short_desc: 'Hello' },
  recipients: [{ kind: 'person' as const, user_id: 'u9', name: 'Anna' }],
}

/** It names one of each kind, and none of them is there or works. */
const scene: Rule = ruleOf({
  event_triggers: [device],
  statuses: [followed, gone],
  call_triggers: [waited],
  only_if: { logic: 'ALL', conditions: [asked] },
  scenes: [
    {
      ...{ id: 's1', name: 'All', targets: [target], notifications: [call, mail] },
      rules: [{ rule_id: 'r9', name: 'Other', act: 'run' }],
    },
    {
      ...{ id: 's2', name: 'D#E#L#A#Y', delay: 60_000 },
      question: { short_desc: 'Well?', answers: [{ id: 'yes', label: 'Yes' }], recipients: mail.recipients },
    },
  ],
})

const MISSING = 'This no longer exists.'
const CALENDAR = 'The calendar of this status cannot be read; it stays as it is.'
const CALLER = 'There is no address for this, so nothing can call it. Edit the trigger to make one.'
const PERSON = 'Somebody of these no longer uses this home, and is not told.'

/** Which lines of it are marked, and with what; a kind that is not here does not compile. */
const MARKED: Readonly<Record<Kind, readonly (readonly [line: RegExp, why: string])[]>> = {
  device: [[/Old sensor/, MISSING]],
  status: [[/“gone” is on/, MISSING]],
  rule: [[/Run the scene “Other”/, MISSING]],
  place: [[/Attic/, MISSING]],
  calendar: [
    [/“Vacation” is on/, CALENDAR],
    [/“Vacation” is off/, CALENDAR],
  ],
  address: [[/Call the address “Sprinkler”/, 'This address no longer exists; it is not called.']],
  person: [
    [/Send a push message to Anna/, PERSON],
    [/Ask Anna/, PERSON],
  ],
  caller: [[/“Watch” calls/, CALLER]],
}

const calendar = {
  ...{ resource_id: 'holidays', url: 'https://example.org/a.ics', before: 0, after: 0, count: 0 },
  ...{ made_by: 'u1', made_at: 1 },
}
// Another scene's trigger of the same id has one.
const addressOf = (rule_id: string) => ({
  ...{ id: `a-${rule_id}`, rule_id, trigger_id: 't2', made_by: 'u1', made_at: 1, calls: 0 },
})
const answers = (works: boolean) => ({
  ...nothing,
  get_rules: { rules: [scene] },
  get_rules_list: {
    rules: [
      rowOf({ faults: 4, elsewhere: namedElsewhere(scene) }),
      ...(works ? [rowOf({ id: 'r9', name: 'Other' })] : []),
    ],
  },
  get_scenario_statuses_collection: {
    collection: [
      { resource_id: 'holidays', name: 'vacation', icon: 11, state: false },
      ...(works ? [{ ...gone, state: false }] : []),
    ],
  },
  listStatusCalendars: { calendars: [works ? calendar : { ...calendar, fault: 'no answer' }] },
  listWebAddresses: { addresses: works ? [{ id: 'a1', name: 'Sprinkler' }] : [] },
  listCallAddresses: { addresses: [addressOf('r2'), ...(works ? [addressOf('r1')] : [])] },
  homePeople: { people: works ? [{ user_id: 'u9', name: 'Anna' }] : [] },
})

const open = (Screen: typeof ScenePage, works: boolean) =>
  openScreen<CustomScreen>({
    Screen,
    screen: screens.get('scene') as CustomScreen,
    gateway: gatewayOf(answers(works)),
    floors: works
      ? [{ id: 'f1', name: 'Top', rooms: [{ id: 'attic', name: 'Attic', devices: [] }] }]
      : [{ id: 'f1', name: 'Top', rooms: [] }],
    params: { scene_id: 'r1' },
  })

const marked = (name: RegExp): HTMLElement | null =>
  page
    .getAllByText(name)
    .map((one) => one.closest<HTMLElement>('[data-broken]'))
    .find((one) => one !== null) ?? null

describe('whatever a scene names and is not there or does not work', () => {
  test.each(Object.entries(MARKED))('is marked on its page, and says why: %s', async (_kind, lines) => {
    await open(ScenePage, false)
    for (const [line, why] of lines)
      await waitFor(() => expect(marked(line)?.textContent).toContain(why), { timeout: 10_000 })
  })

  test('is not marked where it works', async () => {
    await open(ScenePage, true)
    await page.findByText('Call the address “Sprinkler”')
    for (const kind of ['calendar', 'address', 'person', 'caller', 'rule', 'place', 'status'] as const)
      for (const [line] of MARKED[kind]) await waitFor(() => expect(marked(line)).toBeNull())
  })

  test('and keeps it from running stands where it says why it did not run', async () => {
    await open(ScenePage, false)
    const card = await page.findByRole('region', { name: 'Why it did not run' })
    await waitFor(() => expect(within(card).getAllByText(CALENDAR)).toHaveLength(2))
    expect(within(card).getAllByText(MISSING)).toHaveLength(2)
    expect(within(card).getByText(CALLER)).toBeTruthy()
    expect(within(card).queryByText(PERSON)).toBeNull()
  })

  test('and that the gateway cannot know stands above the scenes, with what it is', async () => {
    await open(() => <ScenesAbove />, false)
    expect(await page.findByText('4 notes on your scenes')).toBeTruthy()
    expect(page.getByText('The calendar of the status “Vacation” cannot be read')).toBeTruthy()
    expect(page.getByText('The address “Sprinkler”, which it calls, no longer exists')).toBeTruthy()
    expect(page.getByText('It waits for a call, and there is no address for it')).toBeTruthy()
    expect(page.getByText('Anna no longer uses this home, and is not told')).toBeTruthy()
  })

  test('is marked in the builder before its form is opened', async () => {
    await open(function Spoken() {
      const speech = useSpeech()
      const sentences = {
        device: deviceSentence(device, 'is', speech),
        status: statusSentence(gone, speech, false),
        place: targetPart(target, speech),
        calendar: statusSentence(followed, speech),
        address: notificationPart(call, speech),
        person: notificationPart(mail, speech),
        caller: calledSentence(scene, waited, speech),
      } satisfies Partial<Record<Kind, unknown>>
      return (
        <>
          {Object.entries(sentences).map(([kind, { note, broken }]) => (
            <p key={kind}>{`${kind} ${broken} ${note}`}</p>
          ))}
        </>
      )
    }, false)
    for (const kind of ['address', 'person', 'calendar', 'caller'] as const)
      expect(await page.findByText(`${kind} true ${MARKED[kind][0]?.[1]}`)).toBeTruthy()
    for (const kind of ['device', 'status', 'place'])
      expect(
        page.getByText(`${kind} true This no longer exists. Choose something else, or remove it.`),
      ).toBeTruthy()
  })
})
