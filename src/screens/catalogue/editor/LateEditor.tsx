import { type ComponentProps, Suspense } from 'react'
import { lazy } from '#ui/parts/lazy.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import styles from '../studio.module.css'

const Editor = lazy(async () => ({ default: (await import('./JsonEditor.tsx')).JsonEditor }))

/** The editor is the heaviest part of all: what stands around it is there before. */
export const LateEditor = (props: ComponentProps<typeof Editor>) => (
  <Suspense
    fallback={
      <div className={styles.editor}>
        <SkeletonLines lines={12} />
      </div>
    }
  >
    <Editor {...props} />
  </Suspense>
)
