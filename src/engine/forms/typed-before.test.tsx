import { act, screen as page } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import { formOf } from '../../../tests/support/example-forms.ts'
import { EngineContext } from '../engine.ts'
import { situationOf } from '../testing/render-screen.tsx'
import { FlatForm } from './FlatForm.tsx'
import type { Send } from './use-sending.ts'

const { flat } = formOf('entities/example.json', {
  $id: 'entities/example.json',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'secret'],
  properties: { name: { type: 'string' }, secret: { type: 'string' }, level: { type: 'integer' } },
})
const form: Form = { schema: 'entities/example.json', groups: [['name'], ['secret'], ['level']] }
const sent = vi.fn<Send>()
const engine = { definitions: {} as never, actions: {}, blocks: {}, situation: situationOf({}) }
const drawn = (values: Record<string, unknown> = {}) => (
  <EngineContext value={engine}>
    <FlatForm name="example" submit="Save" form={form} schema={flat} values={values} onSubmit={sent} />
  </EngineContext>
)

const place = document.createElement('div')
let root: Root | undefined
const field = (name: string): HTMLInputElement => {
  const found = place.querySelector<HTMLInputElement>(`input[name=${name}]`)
  if (!found) throw new Error(`There is no field ${name}`)
  return found
}
beforeEach(async () => {
  sent.mockReset().mockResolvedValue({})
  await loadAreas(['engine', 'shell'])
  await changeLanguage('ch_EN')
  document.body.append(place)
})
afterEach(() => {
  act(() => root?.unmount())
  place.remove()
})

test('what was typed into a form before its code was there is sent with it, from the very same fields', async () => {
  place.innerHTML = renderToString(drawn())
  const name = field('name')
  name.value = 'Meier'
  field('secret').value = 'early'
  await act(async () => {
    root = hydrateRoot(place, drawn())
  })
  expect(field('name')).toBe(name)
  await userEvent.type(name, '-Huber')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  expect(sent.mock.calls[0]?.[0]).toEqual({ name: 'Meier-Huber', secret: 'early' })
})

test('what a form begins with is changed before its code is there as afterwards', async () => {
  place.innerHTML = renderToString(drawn({ name: 'Frei', secret: 's' }))
  field('name').value = 'Freitag'
  await act(async () => {
    root = hydrateRoot(place, drawn({ name: 'Frei', secret: 's' }))
  })
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  expect(sent.mock.calls[0]?.[0]).toEqual({ name: 'Freitag', secret: 's' })
})

test('a form that begins with values keeps them: nobody has typed what stands in it', async () => {
  place.innerHTML = renderToString(drawn({ name: 'Frei', secret: 's', level: 3 }))
  await act(async () => {
    root = hydrateRoot(place, drawn({ name: 'Frei', secret: 's', level: 3 }))
  })
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  expect(sent.mock.calls[0]?.[0]).toEqual({ name: 'Frei', secret: 's', level: 3 })
})

test('what a field does not show of its value is not typed: a name with a line break is sent as it is', async () => {
  place.innerHTML = renderToString(drawn({ name: 'a\nb', secret: 's' }))
  await act(async () => {
    root = hydrateRoot(place, drawn({ name: 'a\nb', secret: 's' }))
  })
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  expect(sent.mock.calls[0]?.[0]).toEqual({ name: 'a\nb', secret: 's' })
})

test('nor is it where the app draws the form itself', async () => {
  await act(async () => {
    root = createRoot(place)
    root.render(drawn({ name: 'a\nb', secret: 's' }))
  })
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  expect(sent.mock.calls[0]?.[0]).toEqual({ name: 'a\nb', secret: 's' })
})
