/** Checks what arrived beside the app, which prints on meanwhile. */
import { checkOrder, type CheckTask } from './check.ts';

process.on('message', (task: CheckTask) => {
  void checkOrder(task).then((checked) => process.send?.(checked));
});
