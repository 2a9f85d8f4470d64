import { act, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { type Part, partOf } from '#lib/part.ts'
import { usePart } from './part.ts'

const Arrived = () => <p>arrived</p>

function Shown({ part }: { part: Part<ComponentType<object>> }) {
  const Component = usePart(part)
  return Component ? <Component /> : <p>on its way</p>
}

test('a part that is there is drawn at once, without anything before it', async () => {
  const part = partOf<ComponentType<object>>(async () => Arrived)
  await part.load()
  render(<Shown part={part} />)
  expect(screen.getByText('arrived')).toBeDefined()
})

test('a part that is not is fetched once and drawn when it comes', async () => {
  const fetchPart = vi.fn(async () => Arrived)
  const part = partOf<ComponentType<object>>(fetchPart)
  render(
    <>
      <Shown part={part} />
      <Shown part={part} />
    </>,
  )
  expect(screen.getAllByText('on its way')).toHaveLength(2)
  await act(() => part.load())
  expect(screen.getAllByText('arrived')).toHaveLength(2)
  expect(fetchPart).toHaveBeenCalledTimes(1)
})

test('a part that failed to come is fetched again by whoever asks next', async () => {
  const fetchPart = vi.fn<() => Promise<typeof Arrived>>().mockRejectedValueOnce(new Error('offline'))
  fetchPart.mockResolvedValueOnce(Arrived)
  const part = partOf<ComponentType<object>>(fetchPart)
  await expect(part.load()).rejects.toThrow('offline')
  await part.load()
  expect(part.current()).toBe(Arrived)
})
