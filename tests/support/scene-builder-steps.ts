import { act, fireEvent, screen as page, within } from '@testing-library/react'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { fill, press } from './scene-builder.tsx'

export const thread = (name: 'When' | 'Then') => within(page.getByRole('region', { name }))
export const panel = () => within(page.getByRole('dialog'))
export const step = (name: 'When' | 'Then', words: RegExp) =>
  thread(name).getByText(words, { selector: 'strong' })
export const open = (name: 'When' | 'Then', words: RegExp) =>
  act(async () => void fireEvent.click(step(name, words)))
export const heading = (name: string) => page.findByRole('heading', { level: 2, name })
export const stored = (orders: { params: Readonly<Record<string, unknown>> }[]) =>
  orders.at(-1)?.params.rule as Rule

export async function addDeviceTrigger(device = 'Thermometer', value = '21') {
  await press(/A device reports/)
  await press(device)
  await fill('Value', value)
  await press('Add')
}
export async function addPause() {
  await press('Add an action')
  await press(/^Wait/)
  await press('Add')
}
export async function finish(name: string) {
  await press('Finish')
  await fill('Name of the scene', name)
  await press('Switch the scene on')
}
/** Saves a scene that is there already: its dialog, which is loaded when it is asked for, asks once more. */
export async function saveAgain() {
  await press('Save')
  await within(await page.findByRole('dialog')).findByRole('button', { name: 'Save' })
  await act(async () => void fireEvent.click(panel().getByRole('button', { name: 'Save' })))
}
export async function addLampOn() {
  await press('Add an action')
  await press(/Do something/)
  await press('Device')
  await press('Lamp')
  await press(/^Light/)
  await press('Done')
}

export const evening: Rule = {
  id: 'evening',
  name: 'Evening',
  rule_logic: 'OR',
  active: true,
  version: 3,
  event_triggers: [
    {
      id: 't1',
      event_source: 'sensor',
      service_name: 'TemperatureService',
      property_name: 'temperature',
      value: 18,
      compare_type: 'LT',
    },
  ],
  scenes: [
    {
      id: 's1',
      name: 'Light',
      devices: [
        { id: 'lamp', settings: [{ service_name: 'LightService', property_name: 'state', value: true }] },
      ],
    },
  ],
}
