import { Suspense } from 'react'
import type { ListBlock } from '#schemas/generated/definitions/screen.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { ListSkeleton } from '../list/ListSkeleton.tsx'
import { SectionFrame, type SectionProps } from './SectionFrame.tsx'

const Rows = lazy(() => import('./ListRows.tsx'))

/** Rows of calls among other sections; their code comes with the first. */
export function ListSection(props: SectionProps<ListBlock>) {
  return (
    <SectionFrame {...props}>
      {({ tries }) => (
        <Suspense fallback={<ListSkeleton rows={3} />}>
          <Rows {...props} tries={tries} />
        </Suspense>
      )}
    </SectionFrame>
  )
}
