import { useSearchParams } from 'react-router'
import type { DeviceLayout, Section } from '#schemas/generated/entities/layout.ts'
import { holds } from '../../conditions/holds.ts'
import { useEngine } from '../../engine.ts'

/** The sections of the advanced device page, in their order (spec 2 §2). */
const SECTIONS: readonly Section[] = ['control', 'sensory', 'configuration', 'moreInfo', 'externalLinks']

/** The sections that have something or always stand there, and the one that the address names. */
export function useSection(layout: DeviceLayout | undefined, always: readonly Section[]) {
  const { situation } = useEngine()
  const [search, setSearch] = useSearchParams()
  const filled = SECTIONS.filter(
    (id) =>
      layout?.sections[id]?.some(({ options }) => holds(options.when, situation)) || always.includes(id),
  )
  const sections = filled.length > 0 ? filled : SECTIONS.slice(0, 1)
  const asked = search.get('section')
  const section = sections.find((id) => id === asked) ?? sections[0] ?? 'control'
  const choose = (id: Section) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (id === sections[0]) after.delete('section')
        else after.set('section', id)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return { sections, section, choose }
}
