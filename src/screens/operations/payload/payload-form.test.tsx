import { cleanup, fireEvent, screen as page, render, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { parametersOf } from '#schemas/generated/command-parameters.js'
import * as validators from '#schemas/generated/validate-commands.js'
import PayloadForm from './PayloadForm.tsx'
import { asSaid, entriesOf, faultsOf, nameOf, type Part } from './parameters.ts'

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['commands', 'controls', 'engine'])
})
afterEach(cleanup)

const commands = Object.keys(parametersOf) as (keyof typeof validators.params)[]

function drawn(command: string, payload: unknown = {}) {
  const parameters = parametersOf[command] ?? {}
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

  const fixed = Object.entries(parametersOf).flatMap(([command, { properties = {} }]) =>
    Object.entries(properties as Record<string, Part>).flatMap(([name, part]) => {
      const count = entriesOf(part)
      return count === undefined ? [] : [{ command, name, count }]
    }),
  )

  test('there are lists that always have as many entries', () => {
    expect(fixed).not.toEqual([])
  })

  test.each(fixed)(
    '$name of $command has its $count entries from the beginning, no more and no fewer',
    ({ command, name, count }) => {
      const parameters = parametersOf[command] ?? {}
      const changed = drawn(command)
      const list = within(
        page.getByRole('group', { name: (given) => given.startsWith(nameOf([name], text)) }),
      )
      expect(list.getAllByRole('listitem')).toHaveLength(count)
      expect(list.queryByRole('button')).toBeNull()
      // Nothing has been said yet: the list is missing, not wrong.
      expect(faultsOf(parameters, {}, text)?.[name]?.__errors).toBeDefined()

      const [first] = list.getAllByRole<HTMLSelectElement>('combobox')
      if (!first) throw new Error(`${name} has nothing to choose`)
      fireEvent.change(first, { target: { value: first.options[1]?.value } })
      const said: unknown[] = changed.mock.lastCall?.[0][name]
      expect(said).toHaveLength(count)
      expect(said.slice(1).every((entry) => entry === null)).toBe(true)
      // What is not said yet is told at its own place.
      expect(faultsOf(parameters, { [name]: said }, text)?.[name]?.__errors).toBeUndefined()
      expect(asSaid(parameters as Part, { [name]: said.map(() => null) })).toEqual({})
    },
  )

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
