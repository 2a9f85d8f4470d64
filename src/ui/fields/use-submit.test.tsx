import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { FormDialog } from '../dialog/FormDialog.tsx'
import { TextField } from './text-fields.tsx'
import { useSubmit } from './use-submit.ts'

beforeAll(() => import('../dialog/DialogFrame.tsx'), 60_000)
beforeEach(async () => {
  await loadAreas(['shell'])
  await changeLanguage('ch_EN')
})

/** Two fields; the second has a fault of its own until it is filled in, the first one that only the answer knows. */
function Asking({ onSend }: { onSend(name: string): Promise<string | undefined> }) {
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState<string>()
  const form = useSubmit(async () => {
    if (code !== '') setRefused(await onSend(name))
  })
  return (
    <FormDialog title="A name" form={form} submit="Save" failure={undefined} onClose={() => {}}>
      <TextField label="Name" value={name} error={refused} onChange={setName} />
      <TextField
        label="Code"
        value={code}
        error={form.tried && code === '' ? 'Missing' : undefined}
        onChange={setCode}
      />
    </FormDialog>
  )
}

const save = () => screen.getByRole('button', { name: 'Save' })

describe('a form in a dialog', () => {
  test('shows what is missing only once somebody has tried, and leads to it', async () => {
    render(<Asking onSend={async () => undefined} />)
    await screen.findByRole('dialog')
    expect(screen.queryByText('Missing')).toBeNull()
    await userEvent.click(save())
    await screen.findByText('Missing')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')))
  })

  test('leads to the field that the answer refuses', async () => {
    render(<Asking onSend={async () => 'Taken'} />)
    await screen.findByRole('dialog')
    await userEvent.type(screen.getByLabelText('Code'), 'x')
    await userEvent.click(save())
    await screen.findByText('Taken')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  })

  test('is sent once, however often it is pressed while it is on its way', async () => {
    let answer: (said: undefined) => void = () => {}
    const sent = vi.fn(() => new Promise<undefined>((resolve) => (answer = resolve)))
    render(<Asking onSend={sent} />)
    await screen.findByRole('dialog')
    await userEvent.type(screen.getByLabelText('Code'), 'x')
    await userEvent.dblClick(save())
    await userEvent.type(screen.getByLabelText('Code'), '{Enter}')
    expect(sent).toHaveBeenCalledTimes(1)
    answer(undefined)
    await waitFor(() => expect(save().getAttribute('aria-busy')).not.toBe('true'))
    await userEvent.click(save())
    expect(sent).toHaveBeenCalledTimes(2)
  })
})
