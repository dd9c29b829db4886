/* A backend as a C library, for conformance/protocol/backend_c.h: Identity and Add of f32 tensors of one static
 * shape. It skips everything else. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/protocol/backend_c.h"

enum { kMostLayers = 64, kMostPorts = 2, kMostRank = 8, kMostText = 64 };

typedef struct {
  char id[kMostText], name[kMostText], type[kMostText];
  int64_t shape[kMostRank]; /* of what it gives */
  int32_t rank;
  size_t count;                      /* of elements */
  char ports[kMostPorts][kMostText]; /* of its inputs */
  int sources[kMostPorts];           /* the layers wired to them */
  int inputs;
} Layer;

struct backedge_model {
  Layer layers[kMostLayers]; /* every layer after those it needs */
  int count, results;
  float* values[kMostLayers]; /* of the last inference */
  backedge_tensor outputs[kMostLayers];
};

struct backedge_backend {
  backedge_model model; /* one is loaded at a time */
};

static void refuse(backedge_answer* answer, int32_t kind, int32_t phase, const char* message) {
  answer->kind = kind;
  answer->phase = phase;
  answer->message = message;
}

/* The attribute's value; 0 where the tag has none, or a longer one than `text` holds. */
static int read_attribute(const char* tag, const char* end, const char* name, char* text) {
  const size_t length = strlen(name);
  for (const char* at = tag; at + length + 2 < end; ++at) {
    if (strchr(" \t\r\n", *at) == NULL || strncmp(at + 1, name, length) != 0 ||
        strncmp(at + 1 + length, "=\"", 2) != 0)
      continue;
    const char* const value = at + length + 3;
    const char* const quote = memchr(value, '"', (size_t)(end - value));
    if (quote == NULL || quote - value >= kMostText) return 0;
    memcpy(text, value, (size_t)(quote - value));
    text[quote - value] = '\0';
    return 1;
  }
  return 0;
}

static int is_tag(const char* tag, const char* name) {
  const size_t length = strlen(name);
  return strncmp(tag, name, length) == 0 && strchr(" >/", tag[length]) != NULL;
}

/* "2,3" or "", of dimensions that are numbers. */
static int read_shape(const char* text, Layer* layer) {
  layer->count = 1;
  for (layer->rank = 0; *text != '\0'; ++layer->rank) {
    char* end;
    const long long dim = strtoll(text, &end, 10);
    if (end == text || dim < 0 || dim > 1 << 20 || layer->rank == kMostRank) return 0;
    layer->shape[layer->rank] = dim;
    layer->count *= (size_t)dim;
    if (layer->count > 1 << 24) return 0;
    if (*end != '\0' && *end != ',') return 0;
    text = *end == ',' ? end + 1 : end;
  }
  return 1;
}

static int find_layer(const backedge_model* model, const char* id) {
  for (int k = 0; k < model->count; ++k) {
    if (strcmp(model->layers[k].id, id) == 0) return k;
  }
  return -1;
}

static int read_layer(backedge_model* model, const char* tag, const char* end) {
  Layer* const layer = &model->layers[model->count];
  if (model->count == kMostLayers || !read_attribute(tag, end, "id", layer->id) ||
      !read_attribute(tag, end, "type", layer->type) || !read_attribute(tag, end, "name", layer->name) ||
      find_layer(model, layer->id) >= 0)
    return 0;
  ++model->count;
  model->results += strcmp(layer->type, "Result") == 0;
  return strcmp(layer->type, "Parameter") == 0 || strcmp(layer->type, "Result") == 0 ||
         strcmp(layer->type, "Identity") == 0 || strcmp(layer->type, "Add") == 0;
}

static int read_edge(backedge_model* model, const char* tag, const char* end) {
  char from[kMostText], to[kMostText], port[kMostText];
  if (!read_attribute(tag, end, "from-layer", from) || !read_attribute(tag, end, "to-layer", to) ||
      !read_attribute(tag, end, "to-port", port))
    return 0;
  const int source = find_layer(model, from), target = find_layer(model, to);
  if (source < 0 || target <= source) return 0; /* in another order than that of evaluation */
  Layer* const layer = &model->layers[target];
  for (int k = 0; k < layer->inputs; ++k) {
    if (strcmp(layer->ports[k], port) == 0 && layer->sources[k] < 0) return layer->sources[k] = source, 1;
  }
  return 0;
}

/* Whether the reader understands the whole text. It reads tag by tag and rejects text that could mislead it. */
static int read_model(backedge_model* model, const char* text) {
  int in_inputs = 0;
  if (strstr(text, "<!") != NULL || strchr(text, '&') != NULL || strchr(text, '\'') != NULL) return 0;
  for (const char* tag = strchr(text, '<'); tag != NULL; tag = strchr(tag, '<')) {
    const char* const end = strchr(++tag, '>');
    Layer* const layer = model->count > 0 ? &model->layers[model->count - 1] : NULL;
    char value[kMostText];
    if (end == NULL) return 0;
    if (is_tag(tag, "input")) in_inputs = end[-1] != '/';
    if (is_tag(tag, "/input")) in_inputs = 0;
    if (is_tag(tag, "layer") && !read_layer(model, tag, end)) return 0;
    if (is_tag(tag, "edge") && !read_edge(model, tag, end)) return 0;
    if (is_tag(tag, "data")) {
      if (layer == NULL || strcmp(layer->type, "Parameter") != 0) return 0;
      if (!read_attribute(tag, end, "element_type", value) || strcmp(value, "f32") != 0) return 0;
      if (!read_attribute(tag, end, "shape", value) || !read_shape(value, layer)) return 0;
    }
    if (is_tag(tag, "port") && in_inputs) {
      if (layer == NULL || layer->inputs == kMostPorts) return 0;
      if (!read_attribute(tag, end, "id", layer->ports[layer->inputs])) return 0;
      layer->sources[layer->inputs++] = -1;
    }
  }
  return 1;
}

/* Whether every input is wired, and all shapes are one. */
static int check_model(backedge_model* model) {
  for (int k = 0; k < model->count; ++k) {
    Layer* const layer = &model->layers[k];
    const int wanted = strcmp(layer->type, "Parameter") == 0 ? 0 : strcmp(layer->type, "Add") == 0 ? 2 : 1;
    const int without_data = wanted == 0 && layer->rank == 0 && layer->count == 0;
    if (layer->inputs != wanted || without_data) return 0;
    for (int input = 0; input < wanted; ++input) {
      if (layer->sources[input] < 0) return 0;
      const Layer* const source = &model->layers[layer->sources[input]];
      if (input == 0) {
        memcpy(layer->shape, source->shape, sizeof layer->shape);
        layer->rank = source->rank;
        layer->count = source->count;
      }
      if (layer->rank != source->rank || memcmp(layer->shape, source->shape, sizeof layer->shape) != 0)
        return 0;
    }
  }
  return model->results > 0;
}

static char* read_file(const char* path) {
  FILE* const file = fopen(path, "rb");
  char* text = NULL;
  long size;
  if (file == NULL) return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0 &&
      (text = calloc(1, (size_t)size + 1)) != NULL && fread(text, 1, (size_t)size, file) != (size_t)size) {
    free(text);
    text = NULL;
  }
  fclose(file);
  return text;
}

/* The values of a layer, from those before it, or why there are none. */
static const char* evaluate(backedge_model* model, int k, const backedge_tensor* inputs, size_t input_count) {
  const Layer* const layer = &model->layers[k];
  const size_t count = layer->count;
  free(model->values[k]);
  float* const values = model->values[k] = malloc((count + 1) * sizeof(float));
  if (values == NULL) return "no memory";
  if (strcmp(layer->type, "Parameter") != 0) {
    const float* const a = model->values[layer->sources[0]];
    const float* const b = layer->inputs == 2 ? model->values[layer->sources[1]] : NULL;
    for (size_t place = 0; place < count; ++place) values[place] = b == NULL ? a[place] : a[place] + b[place];
    return NULL;
  }
  for (size_t input = 0; input < input_count; ++input) {
    if (strcmp(inputs[input].name, layer->name) != 0) continue;
    if (inputs[input].element_type != BACKEDGE_F32 || inputs[input].rank != layer->rank)
      return "an input of another type or rank";
    for (int32_t axis = 0; axis < layer->rank; ++axis) {
      if (inputs[input].shape[axis] != layer->shape[axis]) return "an input of another shape";
    }
    memcpy(values, inputs[input].data, count * sizeof(float));
    return NULL;
  }
  return "an input is missing";
}

uint32_t backedge_abi_version(void) { return BACKEDGE_ABI_VERSION; }

backedge_backend* backedge_hello(const char* const* arguments, backedge_description* description) {
  if (*arguments != NULL) {
    fprintf(stderr, "c_backend takes no arguments\n");
    return NULL;
  }
  description->name = "c_backend";
  description->version = "1";
  return calloc(1, sizeof(backedge_backend));
}

backedge_model* backedge_load(backedge_backend* backend, const char* file, const char* weights,
                              backedge_answer* answer) {
  backedge_model* const model = &backend->model;
  char* const text = read_file(file);
  memset(model, 0, sizeof *model);
  (void)weights; /* of Const layers, which it has not */
  const int understood = text != NULL && read_model(model, text) && check_model(model);
  free(text);
  if (understood) return model;
  if (text == NULL) {
    refuse(answer, BACKEDGE_FAILED, 0, "the model cannot be read");
  } else {
    refuse(answer, BACKEDGE_SKIPPED, 0, "not a graph of Identity and Add of f32 tensors of one static shape");
  }
  return NULL;
}

void backedge_run(backedge_model* model, const backedge_tensor* inputs, size_t input_count,
                  backedge_answer* answer) {
  int parameters = 0;
  size_t results = 0;
  for (int k = 0; k < model->count; ++k) {
    const Layer* const layer = &model->layers[k];
    const char* const wrong = evaluate(model, k, inputs, input_count);
    if (wrong != NULL) {
      refuse(answer, model->values[k] == NULL ? BACKEDGE_FAILED : BACKEDGE_REJECTED, BACKEDGE_PHASE_RUN,
             wrong);
      return;
    }
    parameters += layer->inputs == 0;
    if (strcmp(layer->type, "Result") != 0) continue;
    backedge_tensor* const output = &model->outputs[results++];
    output->element_type = BACKEDGE_F32;
    output->rank = layer->rank;
    output->shape = layer->shape;
    output->data = model->values[k];
    output->byte_count = layer->count * sizeof(float);
  }
  if (input_count != (size_t)parameters) {
    refuse(answer, BACKEDGE_REJECTED, BACKEDGE_PHASE_RUN, "an input that no Parameter takes");
    return;
  }
  answer->kind = BACKEDGE_OUTPUTS;
  answer->outputs = model->outputs;
  answer->output_count = results;
}

void backedge_unload(backedge_model* model) {
  for (int k = 0; k < model->count; ++k) free(model->values[k]);
}

void backedge_bye(backedge_backend* backend) { free(backend); }
