import { act, cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { FormBlock } from '#engine/forms/FormBlock.tsx'
import type { Sent } from '#engine/forms/use-sending.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { loadAllTexts } from '#i18n/i18n.ts'
import { unsaved } from '#lib/unsaved.ts'
import type { CustomScreen, Screen } from '#schemas/generated/definitions/screen.ts'
import { ModelDraft } from '../../screens/catalogue/ModelDraft.tsx'

beforeAll(() => Promise.all([loadAllTexts(), import('#engine/forms/rich/RichForm.tsx')]), 60_000)
afterEach(cleanup)

/** The forms of a signed-in screen, whichever its kind. */
function formsOf(screen: Screen): string[] {
  if (screen.access?.public) return []
  if (screen.kind === 'form') return [screen.form]
  if (screen.kind === 'sections')
    return screen.sections.flatMap((block) => (block.block === 'form' ? [block.form] : []))
  if (screen.kind === 'wizard') return screen.steps.flatMap((step) => ('form' in step ? [step.form] : []))
  return []
}

const forms = [...screens.values()].flatMap((screen) =>
  formsOf(screen).map((form) => [screen.id, form, screen] as const),
)
const sent = vi.fn<() => Promise<Sent>>()

/** One choice for each field whose choices a call answers. */
async function answering(name: string) {
  const { form } = (await definitions.richForm?.(name)) ?? {}
  const from = Object.values(form?.fields ?? {}).flatMap(({ choices }) => choices ?? [])
  return async (action: object) => {
    const asked = from.find(({ operation }) => 'operation' in action && action.operation === operation)
    return asked && { [asked.rows]: [{ [asked.value]: 'one', [asked.label]: 'One' }] }
  }
}

async function draw(screen: Screen, form: string): Promise<void> {
  const one = await answering(form)
  await renderScreen({
    Screen: () => <FormBlock rich name={form} values={{}} submit="Send" onSubmit={sent} />,
    screen,
    definitions,
    situation: { settings: {} },
    ports: { source: { ...noSource, one } },
  })
  await act(async () => vi.dynamicImportSettled())
}

/** What such a field takes, where it takes no words. */
const OTHERWISE: Readonly<Record<string, string>> = { number: '7', time: '06:30' }
const TYPED = 'input:not([type=checkbox],[type=radio],[type=file],[type=hidden]),textarea'

/** Changes the first field that can be changed by hand; a second time it is as before. */
async function change(back = false): Promise<void> {
  const field = document.querySelector<HTMLInputElement>(`form :is(${TYPED})`)
  const box = document.querySelector<HTMLElement>('form :is(input[type=checkbox],input[type=radio])')
  const choice = document.querySelector<HTMLSelectElement>('form select')
  await act(async () => {
    if (field) fireEvent.change(field, { target: { value: back ? '' : (OTHERWISE[field.type] ?? 'Zoë') } })
    else if (box) fireEvent.click(box)
    else if (choice) fireEvent.change(choice, { target: { value: back ? '' : choice.options[1]?.value } })
    else throw new Error('The form has no field')
  })
}

test('forms of signed-in screens are found', () => expect(forms.length).toBeGreaterThan(5))

test.each(forms)(
  '%s, form %s: a change is unsaved until it is taken back, saved or left',
  async (_id, form, screen) => {
    await draw(screen, form)
    expect(unsaved.any()).toBe(false)
    await change()
    expect(unsaved.any()).toBe(true)
    cleanup()
    expect(unsaved.any()).toBe(false)
  },
)

test('what was typed and taken back is not unsaved, what was refused still is, what was saved is not', async () => {
  const named = forms.find(([, form]) => form === 'remoteDeviceId')
  if (!named) throw new Error('No such form')
  await draw(named[2], named[1])
  await change()
  await change(true)
  expect(unsaved.any()).toBe(false)
  const field = page.getByRole('textbox')
  const send = async () => act(async () => void fireEvent.click(page.getByRole('button', { name: 'Send' })))
  await act(async () => void fireEvent.change(field, { target: { value: '1234567890ABCDEF' } }))
  sent.mockResolvedValueOnce({ stays: true, failure: 'No' }).mockResolvedValueOnce({})
  await send()
  expect(sent).toHaveBeenCalledTimes(1)
  expect(unsaved.any()).toBe(true)
  await send()
  expect(sent).toHaveBeenCalledTimes(2)
  expect(unsaved.any()).toBe(false)
})

test('what is pasted for a new model is unsaved', async () => {
  const screen = screens.get('model_draft') as CustomScreen
  await renderScreen({ Screen: () => <ModelDraft params={{}} screen={screen} />, screen, definitions })
  expect(unsaved.any()).toBe(false)
  await act(async () => void fireEvent.change(page.getByRole('textbox'), { target: { value: '{}' } }))
  expect(unsaved.any()).toBe(true)
})

/** Every file of the app that draws a dialog of its own with something to write in it. */
const dialogs = Object.entries(
  import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true }),
).filter(
  ([file, code]) =>
    !/\.test\.tsx$|\/local\//.test(file) &&
    /<Dialog\b/.test(code) &&
    /<(?:TextField|TextAreaField|textarea)\b/.test(code),
)

test('there are dialogs of their own to look at', () => expect(dialogs.length).toBeGreaterThan(1))

test.each(dialogs)('the dialog of %s asks before what was written in it is lost', (_file, code) => {
  expect(code).toContain('useUnsaved(')
})
