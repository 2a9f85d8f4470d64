import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { SearchField } from './text-fields.tsx'

const src = join(import.meta.dirname, '../..')

test('Escape takes back what is searched for, and in an empty box leaves what is around it', () => {
  const leave = vi.fn()
  function Around() {
    const [text, setText] = useState('')
    return (
      <div role="dialog" onKeyDown={leave}>
        <SearchField label="Find" value={text} onChange={setText} />
      </div>
    )
  }
  render(<Around />)
  const box = screen.getByRole<HTMLInputElement>('searchbox')
  fireEvent.change(box, { target: { value: 'lamp' } })
  fireEvent.keyDown(box, { key: 'Escape' })
  expect(box.value).toBe('')
  expect(leave).not.toHaveBeenCalled()
  fireEvent.keyDown(box, { key: 'Escape' })
  expect(leave).toHaveBeenCalledTimes(1)
})

test('every search is this one', () => {
  const own = globSync('**/*.tsx', { cwd: src })
    .filter((file) => !/\.test\./.test(file))
    .filter((file) => readFileSync(join(src, file), 'utf8').includes('type="search"'))
  expect(own).toEqual(['ui/fields/text-fields.tsx'])
})
