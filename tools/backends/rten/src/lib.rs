//! rten for Python, as `tools/backends/rten_engine.py` needs it: a tensor is (type of rten, shape, bytes).

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::{create_exception, exceptions::PyException};
use rten::{ModelOptions, Value, ValueOrView};
use rten_tensor::Tensor;
use rten_tensor::prelude::*;

create_exception!(
    rten_backend,
    RtenError,
    PyException,
    "An error of rten: its kind and its text."
);
create_exception!(rten_backend, RtenPanic, PyException, "A panic of rten.");

type Array = (String, Vec<usize>, Vec<u8>);

#[pyclass]
struct Model(rten::Model);

#[pymethods]
impl Model {
    #[new]
    fn new(path: &str, optimized: bool) -> PyResult<Self> {
        let model = caught(|| {
            ModelOptions::with_all_ops()
                .enable_optimization(optimized)
                .load_file(path)
        })?;
        model
            .map(Model)
            .map_err(|error| RtenError::new_err((format!("{:?}", error.kind()), error.to_string())))
    }

    fn run(&self, inputs: Vec<(String, Array)>) -> PyResult<Vec<Array>> {
        let refused = |error: rten::RunError| {
            RtenError::new_err((format!("{:?}", error.kind()), error.to_string()))
        };
        let mut values: Vec<(_, ValueOrView)> = vec![];
        for (name, array) in inputs {
            values.push((
                self.0.node_id(&name).map_err(refused)?,
                value_of(array)?.into(),
            ));
        }
        let outputs = caught(|| self.0.run(values, self.0.output_ids(), None))?.map_err(refused)?;
        outputs.iter().map(array_of).collect()
    }
}

fn caught<T>(call: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|cause| {
        let text = cause.downcast_ref::<String>().cloned();
        RtenPanic::new_err(
            text.or_else(|| cause.downcast_ref::<&str>().map(|text| text.to_string())),
        )
    })
}

fn value_of((kind, shape, bytes): Array) -> PyResult<Value> {
    let shape = shape.as_slice();
    let words = || bytes.as_chunks::<4>().0.iter();
    Ok(match kind.as_str() {
        "f32" => Tensor::from_data(
            shape,
            words()
                .map(|word| f32::from_ne_bytes(*word))
                .collect::<Vec<_>>(),
        )
        .into(),
        "i32" => Tensor::from_data(
            shape,
            words()
                .map(|word| i32::from_ne_bytes(*word))
                .collect::<Vec<_>>(),
        )
        .into(),
        "i8" => Tensor::from_data(
            shape,
            bytes.iter().map(|byte| *byte as i8).collect::<Vec<_>>(),
        )
        .into(),
        "u8" => Tensor::from_data(shape, bytes).into(),
        _ => return Err(PyRuntimeError::new_err(format!("rten has no {kind}"))),
    })
}

fn array_of(value: &Value) -> PyResult<Array> {
    let (shape, bytes) = match value {
        Value::FloatTensor(tensor) => (
            tensor.shape().to_vec(),
            tensor.iter().flat_map(|x| x.to_ne_bytes()).collect(),
        ),
        Value::Int32Tensor(tensor) => (
            tensor.shape().to_vec(),
            tensor.iter().flat_map(|x| x.to_ne_bytes()).collect(),
        ),
        Value::Int8Tensor(tensor) => (
            tensor.shape().to_vec(),
            tensor.iter().map(|x| *x as u8).collect(),
        ),
        Value::UInt8Tensor(tensor) => (tensor.shape().to_vec(), tensor.iter().copied().collect()),
        _ => return Err(PyRuntimeError::new_err("an output is no tensor")),
    };
    let rten::ValueType::Tensor(kind) = value.dtype() else {
        unreachable!()
    };
    Ok((kind.to_string(), shape, bytes))
}

#[pymodule]
fn rten_backend(module: &Bound<'_, PyModule>) -> PyResult<()> {
    std::panic::set_hook(Box::new(|_| {})); // a panic is an answer
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add("RtenError", module.py().get_type::<RtenError>())?;
    module.add("RtenPanic", module.py().get_type::<RtenPanic>())?;
    module.add_class::<Model>()
}
