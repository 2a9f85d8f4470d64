/** What screens before sign-in name in `aside`. */
export { Gatehouse as gatehouse } from './Gatehouse.tsx'
