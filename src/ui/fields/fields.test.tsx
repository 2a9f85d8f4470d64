import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { CheckboxField, RadioField, SelectField, SwitchField } from './choice-fields.tsx'
import { NumberField, PasswordField, TextField } from './text-fields.tsx'

beforeEach(async () => {
  await loadAreas(['shell'])
  await changeLanguage('ch_EN')
})

describe('a field', () => {
  test('is named by its label and described by its help', () => {
    render(<TextField label="Name" help="As on the door" value="" onChange={() => {}} />)
    expect(screen.getByLabelText('Name')).toBe(screen.getByRole('textbox', { description: 'As on the door' }))
  })

  test('shows its error, still says the rule, and says that it is invalid', () => {
    render(<TextField label="Name" help="As on the door" error="Too long" value="" onChange={() => {}} />)
    const field = screen.getByRole('textbox', { description: /^Too long\s*As on the door$/ })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    screen.getByText('Too long')
  })

  test('that may stay empty says so as a word of its own', () => {
    render(<TextField label="Name" optional value="" onChange={() => {}} />)
    screen.getByRole('textbox', { name: 'Name optional' })
  })

  test('passes on what is typed', async () => {
    const onChange = vi.fn()
    render(<TextField label="Name" value="" onChange={onChange} />)
    await userEvent.type(screen.getByLabelText('Name'), 'x')
    expect(onChange).toHaveBeenCalledWith('x')
  })
})

test('a password that cannot be typed cannot be looked at either', () => {
  render(<PasswordField label="Password" value="" disabled onChange={() => {}} />)
  expect(screen.getByRole('button', { name: 'Show password' })).toHaveProperty('disabled', true)
})

test('a password is hidden until somebody looks at it', async () => {
  render(<PasswordField label="Password" value="secret" onChange={() => {}} />)
  const field = screen.getByLabelText('Password')
  expect(field).toHaveProperty('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field).toHaveProperty('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field).toHaveProperty('type', 'password')
})

test('an emptied number is none rather than zero', async () => {
  const onChange = vi.fn()
  render(<NumberField label="Minutes" value={5} onChange={onChange} />)
  await userEvent.clear(screen.getByLabelText('Minutes'))
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})

test('a choice that is not known asks to choose', () => {
  const choices = [{ value: 'a', label: 'Attic' }]
  render(<SelectField label="Room" value="" onChange={() => {}} choices={choices} />)
  expect(screen.getByRole('combobox', { name: 'Room' }).textContent).toContain('Please choose')
})

test('radio buttons, boxes and switches answer to their names', async () => {
  const onRadio = vi.fn()
  const onBox = vi.fn()
  const onSwitch = vi.fn()
  render(
    <>
      <RadioField
        label="Mode"
        value="a"
        onChange={onRadio}
        choices={[
          { value: 'a', label: 'Auto' },
          { value: 'b', label: 'By hand' },
        ]}
      />
      <CheckboxField label="Keep me" value={false} onChange={onBox} />
      <SwitchField label="Push" value={true} onChange={onSwitch} />
    </>,
  )
  await userEvent.click(screen.getByRole('radio', { name: 'By hand' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Keep me' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Push' }))
  expect([onRadio.mock.calls, onBox.mock.calls, onSwitch.mock.calls]).toEqual([[['b']], [[true]], [[false]]])
})
