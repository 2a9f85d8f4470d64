import { cleanup, fireEvent, screen as page, render, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { parametersOf } from '#schemas/generated/command-parameters.js'
import * as validators from '#schemas/generated/validate-commands.js'
import PayloadForm from './PayloadForm.tsx'
import {
  asSaid,
  entriesOf,
  faultsOf,
  isOfSwitches,
  nameOf,
  type Parameters,
  type Part,
} from './parameters.ts'

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['commands', 'controls', 'engine'])
})
afterEach(cleanup)

const commands = Object.keys(parametersOf) as (keyof typeof validators.params)[]

const drawn = (command: string, payload?: unknown) => drawnBy(parametersOf[command] ?? {}, payload)

function drawnBy(parameters: Parameters, payload: unknown = {}) {
  const changed = vi.fn()
  render(
    <PayloadForm
      parameters={parameters}
      payload={payload}
      faults={faultsOf(parameters, payload, text)}
      onChange={changed}
    />,
  )
  return changed
}

const isWhole = (schema: object): boolean => !('properties' in schema || 'items' in schema)

describe('the form of a command', () => {
  test.each(commands)('%s has a control for each of its parameters, and names what it needs', (command) => {
    drawn(command)
    const { properties = {}, required = [] } = (parametersOf[command] ?? {}) as {
      properties?: Record<string, object>
      required?: string[]
    }
    const named = Object.entries(properties).map(([name, part]) => {
      const label = text.say(`commands.property.${name}`, name)
      const roles = isWhole(part) ? ['textbox', 'combobox', 'spinbutton'] : ['group']
      const found = roles.flatMap((role) =>
        page.queryAllByRole(role, { name: (given) => given === label || given.startsWith(`${label} `) }),
      )
      return [name, found.length > 0]
    })
    expect(named.filter(([, found]) => !found)).toEqual([])
    const missing = required.filter((name) => properties[name] && isWhole(properties[name]))
    expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(missing.length)
  })

  test.each(commands)('%s is judged as the channel judges it, as far as the form describes it', (command) => {
    const parameters = parametersOf[command] ?? {}
    for (const payload of [{}, { no_such_parameter: 1 }]) {
      const fits = validators.params[command](payload) === true
      expect(faultsOf(parameters, payload, text) === undefined).toBe(fits)
    }
  })

  test('entries of a list are added, filled in and told what is wrong with them', () => {
    const changed = drawn('pair_devices', { network: 'zigbee', devices: [{}] })
    expect(page.getByText('“Id” needs an entry.')).toBeTruthy()
    fireEvent.change(page.getByRole('textbox', { name: 'Id' }), { target: { value: 'AB12' } })
    expect(changed).toHaveBeenLastCalledWith({ network: 'zigbee', devices: [{ id: 'AB12' }] })
    fireEvent.click(page.getByRole('button', { name: 'Add an entry' }))
    expect(changed.mock.lastCall?.[0].devices).toHaveLength(2)
  })

  const SWITCHES = Object.entries(parametersOf).flatMap(([command, { properties = {} }]) =>
    Object.entries(properties as Record<string, Part>).flatMap(([name, part]) =>
      isOfSwitches(part) ? [{ command, name, count: entriesOf(part) ?? 0 }] : [],
    ),
  )

  test('there are lists of switches', () => {
    expect(SWITCHES).not.toEqual([])
  })

  test.each(SWITCHES)(
    '$name of $command is $count switches side by side: untouched it is not said, and what is not pressed then is off',
    ({ command, name, count }) => {
      const parameters = parametersOf[command] ?? {}
      const changed = drawn(command)
      const list = within(page.getByRole('group', { name: nameOf([name], text) }))
      const buttons = list.getAllByRole('button')
      expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(
        Array.from({ length: count }, (_none, at) => nameOf([name, at], text)),
      )
      expect(list.queryAllByRole('button', { pressed: true })).toEqual([])
      // Nothing has been said yet: the list is missing, not wrong.
      const missing = faultsOf(parameters, {}, text)?.[name]?.__errors?.[0] ?? ''
      expect(list.getByText(missing)).toBeTruthy()

      fireEvent.click(buttons[1] as HTMLElement)
      const said = changed.mock.lastCall?.[0]
      expect(said[name]).toEqual(Array.from({ length: count }, (_none, at) => at === 1))
      expect(faultsOf(parameters, said, text)?.[name]).toBeUndefined()
    },
  )

  const ofSwitches = (required: string[]): Parameters => ({
    ...{ type: 'object', required },
    properties: { repeating: { type: 'array', minItems: 7, maxItems: 7, items: { type: 'boolean' } } },
  })

  test('switches that need not be said can be left out again; of those that must, none may be', () => {
    const week = [true, false, false, false, false, false, true]
    const changed = drawnBy(ofSwitches([]), { repeating: week })
    fireEvent.click(page.getByRole('button', { name: 'Leave out' }))
    expect(changed).toHaveBeenLastCalledWith({})
    cleanup()
    drawnBy(ofSwitches(['repeating']), { repeating: week })
    expect(page.queryByRole('button', { name: 'Leave out' })).toBeNull()
  })

  test('what was typed with a gap is told as a fault at the switches, not taken for off', () => {
    const payload = { repeating: [true, null, true, true, true, true, true] }
    drawnBy(ofSwitches(['repeating']), payload)
    expect(page.getByText('“Tuesday” needs an entry.')).toBeTruthy()
  })

  test('another list that always has as many entries has them from the beginning, no more and no fewer', () => {
    const parameters: Parameters = {
      ...{ type: 'object', required: ['level'] },
      properties: { level: { type: 'array', minItems: 3, maxItems: 3, items: { enum: ['low', 'high'] } } },
    }
    const changed = drawnBy(parameters)
    const list = within(
      page.getByRole('group', { name: (given) => given.startsWith(nameOf(['level'], text)) }),
    )
    const entries = list.getAllByRole('listitem')
    expect(entries).toHaveLength(3)
    expect(list.queryByRole('button')).toBeNull()
    // Nothing can be done to an entry: it has all of the width.
    for (const entry of entries) expect(entry.children).toHaveLength(1)
    // Nothing has been said yet: the list is missing, not wrong.
    expect(faultsOf(parameters, {}, text)?.level?.__errors).toBeDefined()
    fireEvent.change(list.getAllByRole('combobox')[0] as HTMLElement, { target: { value: 'high' } })
    const said: unknown[] = changed.mock.lastCall?.[0].level
    expect(said).toEqual(['high', null, null])
    // What is not said yet is told at its own place.
    expect(faultsOf(parameters, { level: said }, text)?.level?.__errors).toBeUndefined()
    expect(asSaid(parameters as Part, { level: said.map(() => null) })).toEqual({})
  })

  test.each([
    ['1.05', 1.05],
    ['true', true],
    ['warm', 'warm'],
  ])('a value of several types is read as what it is: %s', (typed, read) => {
    const changed = drawn('update_scene_device')
    fireEvent.change(page.getByRole('textbox', { name: 'Value' }), { target: { value: typed } })
    expect(changed).toHaveBeenLastCalledWith({ value: read })
  })
})
