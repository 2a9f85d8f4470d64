import { act, screen as page, render, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import icons from '#catalogue/icons.json' with { type: 'json' }
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import { addIcons } from '#ui/Icon.tsx'
import { formOf } from '../../../tests/support/example-forms.ts'
import { EngineContext } from '../engine.ts'
import { situationOf } from '../testing/render-screen.tsx'
import { FlatForm } from './FlatForm.tsx'
import { RichForm } from './rich/RichForm.tsx'
import type { Send } from './use-sending.ts'

const words = vi.hoisted<Record<string, string>>(() => ({
  'fields.example.name': 'Name',
  'fields.example.name_help': 'As on the door',
  'fields.example.mail': 'E-mail',
  'fields.example.level': 'Level',
  'fields.example.mode': 'Mode',
  'fields.example.mode_eco': 'Sparing',
  'fields.example.mode_full': 'Full',
  'fields.example.quiet': 'Be quiet',
  'fields.example.secret': 'New password',
  'fields.example.confirmation': 'Once more',
  'fields.nested.address_title': 'Address',
  'fields.nested.address.city': 'Town',
  'fields.nested.address.kind': 'Kind',
  'fields.nested.address.kind_home': 'At home',
  'fields.nested.address.kind_work': 'At work',
  'fields.nested.contact_title': 'Contacts',
  'fields.nested.contact_item': 'Contact',
  'fields.nested.contact_add': 'Add a contact',
  'fields.nested.contact.address': 'Reachable at',
  'fields.nested.contact.isDefault': 'First choice',
  'fields.nested.tags_title': 'Tags',
  'fields.nested.tags_item': 'Tag',
  'fields.nested.days_title': 'Days',
  'fields.nested.days_1': 'Monday',
  'fields.nested.days_2': 'Tuesday',
}))

vi.mock('#i18n/useText.ts', async (original) => {
  const { text } = await original<typeof import('#i18n/useText.ts')>()
  const known = {
    ...text,
    has: (key: string) => key in words || text.has(key),
    say: (key: string, fallback?: string, values?: Record<string, unknown>) =>
      words[key] ?? text.say(key, fallback, values),
  }
  return { text: known, useText: () => known }
})

beforeEach(async () => {
  addIcons(icons)
  await loadAreas(['engine', 'shell'])
  await changeLanguage('ch_EN')
})

function frame(children: ReactNode) {
  const engine = {
    definitions: {} as never,
    actions: {},
    blocks: {},
    situation: situationOf({ flags: new Set(['SHOWN']) }),
  }
  return (
    <EngineContext value={engine}>
      <Suspense>{children}</Suspense>
    </EngineContext>
  )
}

interface Given {
  form: Form
  values?: Record<string, unknown>
  onlyChanged?: boolean
  onSubmit: Send
}

const example = formOf('entities/example.json', {
  $id: 'entities/example.json',
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 3, maxLength: 8 },
    mail: { type: 'string', format: 'email', pattern: '^[^A-Z]*$' },
    level: { type: 'integer', minimum: 1, maximum: 5 },
    mode: { enum: ['eco', 'full'] },
    quiet: { type: 'boolean' },
    secret: { type: 'string' },
    confirmation: { type: 'string' },
  },
})

const renderers = {
  flat: ({ form, ...rest }: Given) => (
    <FlatForm name="example" submit="Save" form={form} schema={example.flat} {...rest} />
  ),
  rich: ({ form, ...rest }: Given) => {
    const definition = Promise.resolve({ form, rich: example.rich })
    return <RichForm name="example" submit="Save" definition={definition} {...rest} />
  },
}

const form: Form = {
  schema: 'entities/example.json',
  groups: [['name', 'mail'], ['level'], ['mode', 'quiet'], ['secret', 'confirmation']],
  fields: {
    name: { placeholder: '000-0' },
    mail: { control: 'email', lowercase: true, autocomplete: 'email' },
    quiet: { control: 'switch' },
    secret: { control: 'newPassword' },
    confirmation: { control: 'newPassword', equals: 'secret' },
  },
}

const save = () => page.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const field = (label: string) => page.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))

describe.each(['flat', 'rich'] as const)('a form that is %s', (renderer) => {
  const sent = vi.fn<Send>()
  beforeEach(() => {
    sent.mockReset()
    sent.mockResolvedValue({})
  })
  const open = async (given: Partial<Given> = {}) =>
    await act(async () => render(frame(renderers[renderer]({ form, onSubmit: sent, ...given }))))

  test('names its fields, says which may be left empty, and brings help', async () => {
    await open()
    expect(field('Name').getAttribute('aria-describedby')).toBeTruthy()
    expect(page.getByText('As on the door')).toBeTruthy()
    expect(field('Name').placeholder).toBe('000-0')
    expect(field('E-mail').type).toBe('email')
    expect(field('E-mail').autocomplete).toBe('email')
    expect(field('Level').type).toBe('number')
    expect(field('New password').autocomplete).toBe('new-password')
    expect(page.getByRole('combobox', { name: /^Mode/ }).textContent).toContain('Sparing')
    expect(page.getByRole('switch', { name: 'Be quiet' })).toBeTruthy()
    expect(page.getAllByText('optional', { exact: false }).length).toBeGreaterThan(0)
  })

  test('sends what was typed, in the type of each field, and nothing that is empty', async () => {
    await open()
    await userEvent.type(field('Name'), 'Hall')
    await userEvent.type(field('E-mail'), 'Hall@Home.Test')
    await userEvent.type(field('Level'), '4')
    await userEvent.selectOptions(page.getByRole('combobox', { name: /^Mode/ }), 'full')
    await userEvent.click(page.getByRole('switch', { name: 'Be quiet' }))
    await userEvent.click(save())
    await waitFor(() => expect(sent).toHaveBeenCalledOnce())
    expect(sent.mock.calls[0]?.[0]).toEqual({
      name: 'Hall',
      mail: 'hall@home.test',
      level: 4,
      mode: 'full',
      quiet: true,
    })
  })

  test('puts its faults into words at the fields, takes the focus to the first and sends nothing', async () => {
    await open()
    await userEvent.type(field('E-mail'), 'nobody')
    await userEvent.type(field('Level'), '9')
    await userEvent.click(save())
    expect(await page.findByText('“Name” needs an entry.')).toBeTruthy()
    expect(page.getByText('“E-mail” does not have the right format.')).toBeTruthy()
    expect(page.getByText('“Level” may be at most 5.')).toBeTruthy()
    expect(document.activeElement).toBe(field('Name'))
    expect(sent).not.toHaveBeenCalled()
  })

  // 1.5-031
  test('a field that another one makes needless goes, and what was typed in it is cleared', async () => {
    await open({
      form: { ...form, fields: { ...form.fields, mail: { unless: { field: 'mode', is: ['eco'] } } } },
    })
    const mode = () => page.getByRole('combobox', { name: /^Mode/ })
    await userEvent.type(field('Name'), 'Hall')
    await userEvent.type(field('E-mail'), 'hall@home.test')
    await userEvent.selectOptions(mode(), 'eco')
    expect(page.queryByLabelText(/^E-mail/)).toBeNull()
    await userEvent.selectOptions(mode(), 'full')
    expect(field('E-mail').value).toBe('')
    await userEvent.selectOptions(mode(), 'eco')
    await userEvent.click(save())
    await waitFor(() => expect(sent).toHaveBeenCalledOnce())
    expect(sent.mock.calls[0]?.[0]).toEqual({ name: 'Hall', mode: 'eco' })
  })

  test('a fault goes when its field is changed, and the others stay', async () => {
    await open()
    await userEvent.type(field('Level'), '9')
    await userEvent.click(save())
    await page.findByText('“Name” needs an entry.')
    await userEvent.type(field('Name'), 'H')
    expect(page.queryByText('“Name” needs an entry.')).toBeNull()
    expect(page.getByText('“Level” may be at most 5.')).toBeTruthy()
    await userEvent.click(save())
    expect(await page.findByText('“Name” needs at least 3 characters.')).toBeTruthy()
  })

  test('a field that must repeat another says so', async () => {
    await open()
    await userEvent.type(field('Name'), 'Hall')
    await userEvent.type(field('New password'), 'one')
    await userEvent.type(field('Once more'), 'two')
    await userEvent.click(save())
    expect(await page.findByText('“Once more” must be the same as “New password”.')).toBeTruthy()
    expect(sent).not.toHaveBeenCalled()
  })

  test('is busy while it is sent; a second press sends nothing', async () => {
    let answer: (sent: object) => void = () => {}
    sent.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    await open()
    await userEvent.type(field('Name'), 'Hall')
    await userEvent.click(save())
    await waitFor(() => expect(save().getAttribute('aria-busy')).toBe('true'))
    expect(field('Name').disabled).toBe(true)
    await userEvent.click(save())
    expect(sent).toHaveBeenCalledOnce()
    await act(async () => answer({}))
    expect(save().getAttribute('aria-busy')).toBeNull()
    expect(field('Name').disabled).toBe(false)
  })

  test('what the server finds stands at its field and takes the focus', async () => {
    sent.mockResolvedValue({ stays: true, fields: { level: 'This level is taken.' } })
    await open()
    await userEvent.type(field('Name'), 'Hall')
    await userEvent.type(field('Level'), '2')
    await userEvent.click(save())
    expect(await page.findByText('This level is taken.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('Level')))
    expect(field('Name').value).toBe('Hall')
    sent.mockResolvedValue({})
    await userEvent.click(save())
    await waitFor(() => expect(page.queryByText('This level is taken.')).toBeNull())
  })

  test('what the server finds wrong with something that the form does not show stands above its fields', async () => {
    sent.mockResolvedValueOnce({
      stays: true,
      fields: { owner: 'Nobody owns it.', level: 'This level is taken.' },
    })
    await open()
    await userEvent.type(field('Name'), 'Hall')
    await userEvent.type(field('Level'), '2')
    await userEvent.click(save())
    expect(await page.findByRole('alert')).toHaveProperty('textContent', 'Nobody owns it.')
    expect(page.getByText('This level is taken.')).toBeTruthy()
  })

  test('all that is wrong with what the form does not show stands above, with what went wrong as a whole', async () => {
    sent.mockResolvedValueOnce({
      stays: true,
      failure: 'Nothing was saved.',
      fields: { owner: 'Nobody owns it.', heir: 'Nobody owns it.', origin: 'It came from nowhere.' },
    })
    await open()
    await userEvent.type(field('Name'), 'Hall')
    await userEvent.type(field('Level'), '2')
    await userEvent.click(save())
    expect(await page.findByRole('alert')).toHaveProperty(
      'textContent',
      'Nothing was saved. Nobody owns it. It came from nowhere.',
    )
  })

  test('what went wrong as a whole stands above, until the next attempt', async () => {
    sent.mockResolvedValueOnce({ stays: true, failure: 'The gateway is away.' })
    await open()
    await userEvent.type(field('Name'), 'Hall')
    await userEvent.click(save())
    expect(await page.findByRole('alert')).toHaveProperty('textContent', 'The gateway is away.')
    expect(field('Name').value).toBe('Hall')
    await userEvent.click(save())
    await waitFor(() => expect(page.queryByRole('alert')).toBeNull())
  })

  // A dialog, a toast or a confirmation that was called off has said why already.
  test('what was not taken stays as it was entered, though the form itself has nothing to say', async () => {
    sent.mockResolvedValueOnce({ stays: true })
    await open()
    await userEvent.type(field('Name'), 'Hall')
    await userEvent.click(save())
    await waitFor(() => expect(save().getAttribute('aria-busy')).toBeNull())
    expect(sent).toHaveBeenCalledOnce()
    expect(field('Name').value).toBe('Hall')
    await userEvent.click(save())
    await waitFor(() => expect(field('Name').value).toBe(''))
  })

  test('one that only sends changes waits for one', async () => {
    await open({ values: { name: 'Hall' }, onlyChanged: true })
    expect(save().disabled).toBe(true)
    await userEvent.type(field('Name'), 's')
    expect(save().disabled).toBe(false)
    await userEvent.type(field('Name'), '{Backspace}')
    expect(save().disabled).toBe(true)
  })

  test('draws only the fields of its definition, under their conditions', async () => {
    await open({
      form: {
        schema: form.schema,
        groups: [['name', 'mail', 'level']],
        fields: { mail: { when: { flag: 'HIDDEN' } }, level: { when: { flag: 'SHOWN' } } },
      },
    })
    expect(page.queryByLabelText(/^E-mail/)).toBeNull()
    expect(field('Level')).toBeTruthy()
    expect(page.queryByRole('switch')).toBeNull()
  })
})

describe('a rich form with groups, lists and choices', () => {
  const nested = formOf(
    'entities/nested.json',
    {
      $id: 'entities/nested.json',
      type: 'object',
      additionalProperties: false,
      required: ['address', 'contact'],
      properties: {
        address: { $ref: 'place.json' },
        contact: { type: 'array', minItems: 1, maxItems: 2, items: { $ref: '#/definitions/contact' } },
        tags: { type: 'array', items: { type: 'string', maxLength: 4 } },
        days: { type: 'array', uniqueItems: true, items: { type: 'integer', enum: [1, 2] } },
      },
      definitions: {
        contact: {
          type: 'object',
          additionalProperties: false,
          required: ['address'],
          properties: { address: { type: 'string', minLength: 1 }, isDefault: { type: 'boolean' } },
        },
      },
    },
    {
      $id: 'entities/place.json',
      type: 'object',
      additionalProperties: false,
      required: ['city'],
      properties: { city: { type: 'string', minLength: 1 }, kind: { enum: ['home', 'work'] } },
    },
  )
  const definition = Promise.resolve({
    form: {
      schema: 'entities/nested.json',
      groups: [['address'], ['contact'], ['tags'], ['days']],
      fields: { 'address.kind': { control: 'radio' }, 'contact.isDefault': { control: 'switch' } },
    } satisfies Form,
    rich: nested.rich,
  })
  const sent = vi.fn<Send>()
  beforeEach(async () => {
    sent.mockReset()
    sent.mockResolvedValue({})
    await act(async () =>
      render(frame(<RichForm name="nested" submit="Save" definition={definition} onSubmit={sent} />)),
    )
  })
  const group = (name: string) => within(page.getByRole('group', { name }))

  test('draws each as a group in the words of its place', () => {
    expect(group('Address').getByLabelText('Town')).toBeTruthy()
    expect(group('Address').getByRole('radio', { name: 'At work' })).toBeTruthy()
    expect(group('Days').getByRole('checkbox', { name: 'Tuesday' })).toBeTruthy()
    expect(group('Contacts').getByRole('button', { name: 'Add a contact' })).toBeTruthy()
  })

  test('sends objects, lists, choices and numbers', async () => {
    await userEvent.type(page.getByLabelText('Town'), 'Uster')
    await userEvent.click(page.getByRole('radio', { name: 'At work' }))
    await userEvent.type(page.getByLabelText(/^Reachable at/), 'a@b.ch')
    await userEvent.click(page.getByRole('switch', { name: 'First choice' }))
    await userEvent.click(group('Tags').getByRole('button', { name: 'Add' }))
    await userEvent.type(page.getByLabelText(/^Tag/), 'x')
    await userEvent.click(page.getByRole('checkbox', { name: 'Tuesday' }))
    await userEvent.click(save())
    await waitFor(() => expect(sent).toHaveBeenCalledOnce())
    expect(sent.mock.calls[0]?.[0]).toEqual({
      address: { city: 'Uster', kind: 'work' },
      contact: [{ address: 'a@b.ch', isDefault: true }],
      tags: ['x'],
      days: [2],
    })
  })

  test('faults within stand at their own field, which takes the focus', async () => {
    await userEvent.click(save())
    expect(await page.findByText('“Town” needs an entry.')).toBeTruthy()
    expect(page.getByText('“Reachable at” needs an entry.')).toBeTruthy()
    expect(document.activeElement).toBe(page.getByLabelText('Town'))
    expect(sent).not.toHaveBeenCalled()
  })

  test('a list grows up to its limit, and an entry can be taken out', async () => {
    await userEvent.click(page.getByRole('button', { name: 'Add a contact' }))
    expect(page.getAllByLabelText(/^Reachable at/)).toHaveLength(2)
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Add a contact' }).disabled).toBe(true)
    await userEvent.type(
      page.getAllByLabelText<HTMLInputElement>(/^Reachable at/)[1] as HTMLElement,
      'second',
    )
    await userEvent.click(page.getByRole('button', { name: 'Remove Contact 1' }))
    expect(page.getByLabelText<HTMLInputElement>(/^Reachable at/).value).toBe('second')
  })
})
