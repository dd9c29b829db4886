/* Runs running_sum.onnxtxt on numbers of the command line:
 *   running_sum MODEL NUMBER... */
#include <stdio.h>
#include <stdlib.h>

#include "interpreter/c_api.h"

enum { MOST = 64 };

static int fail(backedge_error* error) {
  fprintf(stderr, "%s: %s: %s\n", backedge_error_where(error), backedge_error_rule(error),
          backedge_error_message(error));
  backedge_free_error(error);
  return 1;
}

static void print(backedge_port port, backedge_tensor tensor) {
  int64_t count = 1;
  for (int64_t axis = 0; axis < tensor.rank; ++axis) count *= tensor.shape[axis];
  printf("%s:", port.name);
  for (int64_t k = 0; k < count; ++k) printf(" %g", ((const float*)tensor.data)[k]);
  printf("\n");
}

static int run(const backedge_model* model, const backedge_tensor* inputs, size_t count) {
  backedge_error* error = NULL;
  backedge_outputs* outputs = backedge_run(model, inputs, count, NULL, &error);
  if (outputs == NULL) return fail(error);
  for (size_t k = 0; k < backedge_output_count(model); ++k)
    print(backedge_output(model, k), backedge_output_tensor(outputs, k));
  backedge_free_outputs(outputs);
  return 0;
}

int main(int count, char** words) {
  if (count < 2 || count > 2 + MOST) {
    fprintf(stderr, "usage: running_sum MODEL NUMBER...\n");
    return 2;
  }
  float steps[MOST];
  const float start = 0;
  const int64_t shape[] = {count - 2};
  for (int k = 2; k < count; ++k) steps[k - 2] = strtof(words[k], NULL);
  const backedge_tensor inputs[] = {{"f32", 1, shape, steps}, {"f32", 0, NULL, &start}};

  backedge_error* error = NULL;
  backedge_model* model = backedge_load(words[1], NULL, &error);
  if (model == NULL) return fail(error);
  const int code = run(model, inputs, 2);
  backedge_free_model(model);
  return code;
}
